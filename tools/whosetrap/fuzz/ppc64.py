# SPDX-License-Identifier: GPL-2.0-only
"""ppc64: r20 and r21 point into the data window; r1 is the stack; r2 and r13 to r15 are the kernel's and the trampoline's."""
END = "b fuzz_return"
HEAD = ["\t.machine power9"]
OBJDUMP = ["-Mpower9"]
REGS = [n for n in range(32) if n not in (0, 1, 2, 13, 14, 15, 20, 21)]


def three(r):
    return r.of(REGS), r.of(REGS), r.of(REGS)


def alu(r):
    a, b, c = three(r)
    dot = r.of(("", "."))
    op = r.of("add subf and or xor nand nor andc eqv mullw mulld divdu divw".split())
    # or Rx,Rx,Rx is a hint (ISA 3.0B II 3.2), after which QEMU 7.2 gives no trace interrupt.
    if op == "or" and a == b == c:
        op = "and"
    return [f"{op}{dot} {a}, {b}, {c}"]


def immediate(r):
    a, b, _ = three(r)
    return [r.of((f"{r.of('addi addis mulli addic subfic'.split())} {a}, {b}, {r.between(-32768, 32767)}",
                  f"{r.of('ori oris xori xoris andi. andis.'.split())} {a}, {b}, {r.below(65536)}", "nop"))]


def carry(r):
    a, b, c = three(r)
    o = r.of(("", "o", "o.", "."))
    return [f"{r.of('addc adde subfc subfe addo'.split()[:4])}{o} {a}, {b}, {c}",
               f"{r.of('addze addme subfze subfme'.split())} {a}, {b}"]


def shift(r):
    a, b, c = three(r)
    return [r.of((f"rlwinm {a}, {b}, {r.below(32)}, {r.below(32)}, {r.below(32)}",
               f"rldicl. {a}, {b}, {r.below(64)}, {r.below(64)}",
                  f"rldimi {a}, {b}, {r.below(32)}, {r.below(32)}", f"sradi {a}, {b}, {r.below(64)}", f"srad. {a}, {b}, {c}",
                  f"sld {a}, {b}, {c}", f"slw {a}, {b}, {c}", f"cntlzd {a}, {b}", f"extsw. {a}, {b}", f"popcntd {a}, {b}"))]


def flags(r):
    a, b, c = three(r)
    f = r.below(8)
    return [r.of((f"{r.of(('cmpd', 'cmpw', 'cmpld', 'cmplw'))} {f}, {a}, {b}", f"cmpdi {f}, {a}, {r.between(-99, 99)}", f"mfcr {a}",
                  f"mtcrf {r.below(256)}, {a}", f"isel {a}, {b}, {c}, {r.below(32)}", f"mfxer {a}", "mtxer 16",
                  f"mcrf {f}, {r.below(8)}",
                  f"{r.of('crand cror crxor crnor creqv'.split())} {r.below(32)}, {r.below(32)}, {r.below(32)}"))]


def special(r):
    a = r.of(REGS)
    return [r.of((f"mtctr {a}", f"mfctr {a}", f"mflr {a}", f"mtlr {a}", "isync", "sync", "lwsync", "eieio"))]


def load_store(r):
    a = r.of(REGS)
    at = 8 * r.between(-16, 16)
    return r.of(([f"{r.of('lbz lhz lha lwz lwa ld stb sth stw std'.split())} {a}, {at}(20)"],
                 [f"li 12, {at}", f"{r.of('ldx lwzx lwax lhbrx stdx stwx stdbrx'.split())} {a if a != 12 else 11}, 21, 12"]))


def update(r):
    a, n = r.of(REGS), 8 * r.between(1, 8)
    return r.of(([f"{r.of(('ldu', 'stdu'))} {a}, {n}(20)", f"{r.of(('lwzu', 'stwu', 'lbzu', 'sthu'))} {a}, -{n}(20)"],
                 [f"li 12, {n}", "stdux 11, 21, 12", "neg 12, 12", "ldux 11, 21, 12"]))


# The back chain at r1 is kept as a caller would keep it.
def stack_pointer(r):
    a, n = r.of(REGS), 16 * r.between(2, 4)
    return r.of(([f"stdu 1, -{n}(1)", f"std {a}, 16(1)", f"addi 1, 1, {n}"], [f"stdu 1, -{n}(1)", f"std {a}, 24(1)", "ld 1, 0(1)"],
                 ["stdu 1, -32(1)"], [f"li 12, -{n}", "stdux 1, 1, 12"], [f"mr {a}, 1", f"stdu 1, -{n}(1)", f"mr 1, {a}"]))


def pc_relative(r):
    return [f"?addpcis {r.of(REGS)}, {r.between(-99, 99)}"]


def branch(r):
    n = r.between(1, 3)
    return [r.of((f"bc {r.of((4, 12))}, {r.below(32)}, @skip{n}", f"b @skip{n}", f"bc {r.of((4, 12))}, {r.below(32)}, @skip{n}"))]


def count(r):
    n = r.between(1, 2)
    return [f"li 11, {r.between(0, 2)}", "mtctr 11", r.of((f"bdnz @skip{n}", f"bdz @skip{n}",
               f"bc {r.of((0, 2, 8, 10))}, {r.below(32)}, @skip{n}"))]


# The address of the next instruction by bcl, then the item's own label by its distance.
def indirect(r):
    to = r.of(("ctr", "lr"))
    go = "bctr" if to == "ctr" else "blr"
    return ["bcl 20, 31, @b", "@b:", "mflr 12", "addi 12, 12, @a - @b", f"mt{to} 12", go, r.of(("nop", "?trap")), "@a:"]


def conditional_return(r):
    go = r.of(("bclr", "bcctr"))
    return ["bcl 20, 31, @b", "@b:", "mflr 12", "addi 12, 12, @a - @b", "mtlr 12" if go == "bclr" else "mtctr 12",
            f"{go} {r.of((4, 12))}, {r.below(32)}", f"addi {r.of(REGS)}, 12, 1", "@a:"]


def call(r):
    a = r.of(REGS)
    body = ["b @b", "@a:", f"mflr {a}", f"add {r.of(REGS)}, {a}, {r.of(REGS)}", "blr", "@b:"]
    return r.of((["bl @a", *body], [f"bcl {r.of((4, 12))}, {r.below(32)}, @a", *body[:1], "@a:", f"mflr {a}", "@b:"],
                 ["bcl 20, 31, @c", "@c:", "mflr 12", "addi 12, 12, @a - @c", "mtctr 12", "bctrl", *body],
                 ["bcl 20, 31, @c", "@c:", "mflr 12", "addi 12, 12, @a - @c", "mtlr 12", "blrl", *body]))


# A trap between the two may lose the reservation, Book II 1.7.2.1: what is stored is what was loaded, and CR0 is set anew.
def exclusive(r):
    w = r.of("wd")
    return ["addi 12, 21, 64", f"?l{w}arx 11, 0, 12", f"?st{w}cx. 11, 0, 12", "cmpd 0, 12, 11"]


CLASSES = [alu, immediate, carry, shift, flags, special, load_store, update, stack_pointer, pc_relative, branch, count, indirect,
           conditional_return, call, exclusive]
