# SPDX-License-Identifier: GPL-2.0-only
"""aarch64: X20 and X21 point into the data window, and only forms with writeback move them, there and back. X28 is taken."""
END = "b fuzz_return"
# What literal loads load.
HEAD = ["\t.section .rodata", "\t.balign 8", ".Lliterals:", "\t.irp n, 1, 3, 5, 7, 9, 11, 13, 15",
        "\t.quad 0x9e3779b97f4a7c15 * \\n", "\t.endr"]
OBJDUMP = []
REGS = [n for n in range(31) if n not in (20, 21, 28)]
CC = "eq ne cs cc mi pl vs vc hi ls ge lt gt le".split()


def two(r):
    return r.of("xw"), r.of(REGS), r.of(REGS), r.of(REGS)


def alu(r):
    w, a, b, c = two(r)
    return [f"{r.of('add sub and orr eor bic orn eon adds subs ands bics'.split())} {w}{a}, {w}{b}, {w}{c}, lsl #{r.below(32)}"]


def immediate(r):
    w, a, b, _ = two(r)
    return [r.of((f"{r.of('add sub adds subs'.split())} {w}{a}, {w}{b}, #{r.below(4096)}",
               f"movz {w}{a}, #{r.below(65536)}, lsl #16",
                  f"movk {w}{a}, #{r.below(65536)}", f"movn {w}{a}, #{r.below(65536)}",
                  f"{r.of(('and', 'orr', 'eor'))} {w}{a}, {w}{b}, #{(1 << r.between(1, 31)) - 1:#x}"))]


def flags(r):
    w, a, b, c = two(r)
    cc = r.of(CC)
    return r.of(([f"{r.of('adc sbc adcs sbcs'.split())} {w}{a}, {w}{b}, {w}{c}"], [f"mrs x{a}, nzcv"], [f"msr nzcv, x{a}"],
                 [f"{r.of('csel csinc csinv csneg'.split())} {w}{a}, {w}{b}, {w}{c}, {cc}"],
                 [f"{r.of(('ccmp', 'ccmn'))} {w}{a}, {w}{b}, #{r.below(16)}, {cc}"]))


def multiply(r):
    w, a, b, c = two(r)
    return [r.of((f"madd {w}{a}, {w}{b}, {w}{c}, {w}{a}", f"msub {w}{a}, {w}{b}, {w}{c}, {w}{b}", f"umulh x{a}, x{b}, x{c}",
                  f"smull x{a}, w{b}, w{c}", f"udiv {w}{a}, {w}{b}, {w}{c}", f"sdiv {w}{a}, {w}{b}, {w}{c}"))]


def shift(r):
    w, a, b, c = two(r)
    return [r.of((f"{r.of('lsl lsr asr ror'.split())} {w}{a}, {w}{b}, {w}{c}",
               f"ubfx {w}{a}, {w}{b}, #{r.below(16)}, #{r.between(1, 16)}",
                  f"bfi {w}{a}, {w}{b}, #{r.below(16)}, #{r.between(1, 16)}", f"extr {w}{a}, {w}{b}, {w}{c}, #{r.below(32)}",
                  f"{r.of('clz cls rbit rev rev16'.split())} {w}{a}, {w}{b}", "nop", f"sxtw x{a}, w{b}"))]


def load_store(r):
    w, a, b, _ = two(r)
    at = 8 * r.between(-16, 16)
    b = b if b != a else (a + 1) % 20
    return [r.of((f"{r.of(('ldr', 'str', 'ldur', 'stur'))} {w}{a}, [x20, #{at}]",
               f"{r.of('ldrb strb ldrh strh ldrsb'.split())} w{a}, [x20, #{abs(at)}]",
                  f"ldrsw x{a}, [x20, #{abs(at)}]", f"{r.of(('ldp', 'stp'))} {w}{a}, {w}{b}, [x21, #{at}]",
                  f"ldpsw x{a}, x{b}, [x21, #{at}]"))]


def writeback(r):
    a, b, n = r.of(REGS[:18]), r.of(REGS[20:]), 8 * r.between(1, 8)
    op = r.of(("ldr", "str"))
    pair = r.of(("ldp", "stp"))
    return r.of(([f"{op} x{a}, [x20, #{n}]!", f"{op} x{b}, [x20], #-{n}"], [f"{pair} x{a}, x{b}, [x21], #{n}",
               f"{pair} x{b}, x{a}, [x21, #-{n}]!"],
                 [f"{op} x{a}, [x20], #{r.of((-8, 8))}"]))


# What comes to lie above the stack pointer is written: below it, traps are free to write.
def stack_pointer(r):
    a, b, n = r.of(REGS[:18]), r.of(REGS[20:]), 16 * r.between(1, 3)
    return r.of(([f"stp x{a}, x{b}, [sp, #-16]!", f"ldp x{b}, x{a}, [sp], #16"], [f"sub sp, sp, #{n}", f"str x{a}, [sp, #8]",
               f"add sp, sp, #{n}"],
                 [f"stp x{a}, x{b}, [sp, #-16]!"], [f"mov x{a}, sp", f"sub x{b}, x{a}, #{n}", f"mov sp, x{b}",
                 f"str x{b}, [sp], #{n}"],
                 [f"ldr x{a}, [sp], #16", f"stp x{b}, x{a}, [sp, #-16]!"]))


def pc_relative(r):
    a, w, at = r.of(REGS), r.of("xw"), 4 * r.below(15)
    return [r.of((f"adr x{a}, @skip{r.between(1, 3)}", f"adrp x{a}, fuzz_data", f"ldr {w}{a}, .Lliterals + {at}",
               f"ldrsw x{a}, .Lliterals + {at}"))]


def branch(r):
    w, a, n = r.of("xw"), r.of(REGS), r.between(1, 3)
    return [r.of((f"b.{r.of(CC)} @skip{n}", f"b @skip{n}", f"{r.of(('cbz', 'cbnz'))} {w}{a}, @skip{n}"))]


def bit_test(r):
    return [f"{r.of(('tbz', 'tbnz'))} x{r.of(REGS)}, #{r.below(64)}, @skip{r.between(1, 3)}"]


def zero_test(r):
    a = r.of(REGS)
    return [f"movz x{a}, #{r.below(2)}, lsl #{r.of((0, 32))}", f"{r.of(('cbz', 'cbnz'))} {r.of('xw')}{a}, @skip{r.between(1, 2)}"]


def indirect(r):
    a = r.of(REGS)
    return [f"adr x{a}, @a", r.of((f"br x{a}", f"ret x{a}")), "?brk #1" if r.below(2) else "nop", "@a:"]


def call(r):
    a = r.of([n for n in REGS if n != 30])
    body = ["b @b", "@a:", f"add x{r.of(REGS[:18])}, x30, x{a}", "ret", "@b:"]
    return r.of((["bl @a", *body], [f"adr x{a}, @a", f"blr x{a}", *body], ["adr x30, @a", "blr x30", *body]))


# The monitor may be lost between the two, Arm ARM B2.12: what is stored is what was loaded, and the status is not looked at.
def exclusive(r):
    x = r.of(("x", "w"))
    acquire = r.of((("ldxr", "stxr"), ("ldaxr", "stlxr")))
    return ["add x0, x21, #64", f"?{acquire[0]} {x}1, [x0]", f"?{acquire[1]} w2, {x}1, [x0]", "mov w2, #0"]


def ordered(r):
    a = r.of(REGS[1:18])
    return ["add x0, x20, #128", r.of((f"ldar x{a}, [x0]", f"stlr x{a}, [x0]", "dmb ish", "dsb sy", "isb", "?clrex"))]


CLASSES = [alu, immediate, flags, multiply, shift, load_store, writeback, stack_pointer, pc_relative, branch, bit_test, zero_test,
           indirect, call, exclusive, ordered]
