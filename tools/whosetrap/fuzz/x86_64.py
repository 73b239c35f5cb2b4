# SPDX-License-Identifier: GPL-2.0-only
"""x86_64: RBX, RSI and RDI point into the data window, and only string instructions move RSI and RDI."""
END = "jmp fuzz_return"
HEAD = []
OBJDUMP = []
R64 = "rax rcx rdx rbp r8 r9 r10 r11 r12 r13 r14 r15".split()
NAMES = {"rax": ("eax", "ax", "al"), "rcx": ("ecx", "cx", "cl"), "rdx": ("edx", "dx", "dl"), "rbp": ("ebp", "bp", "bpl")}
CC = "o no b ae e ne be a s ns p np l ge le g".split()


def sized(reg, size):
    """@reg in 8, 4, 2 or 1 bytes."""
    if size == 8:
        return "%" + reg
    if reg in NAMES:
        return "%" + NAMES[reg][{4: 0, 2: 1, 1: 2}[size]]
    return "%" + reg + {4: "d", 2: "w", 1: "b"}[size]


def operand(r):
    size = r.of((8, 4, 2, 1))
    return size, {8: "q", 4: "l", 2: "w", 1: "b"}[size], sized(r.of(R64), size), sized(r.of(R64), size)


def memory(r):
    return f"{r.between(-128, 112)}(%rbx)"


def alu(r):
    _, s, a, b = operand(r)
    return [f"{r.of('add sub and or xor cmp test'.split())}{s} {r.of((a, f'${r.between(-128, 127)}'))}, {b}"]


def carry(r):
    _, s, a, b = operand(r)
    return [f"{r.of(('adc', 'sbb'))}{s} {a}, {b}", f"{r.of('inc dec neg not'.split())}{s} {b}"]


def flags(r):
    cc = r.of(CC)
    return [r.of("clc stc cmc sahf lahf".split()),
            r.of((f"set{cc} {sized(r.of(R64), 1)}", f"cmov{cc} %{r.of(R64)}, %{r.of(R64)}"))]


# Flags that an instruction leaves undefined (SDM 2: IMUL, DIV, BT, shifts) are made known again by the one behind it: in QEMU they
# hang on how much was translated at a time.
def shift(r):
    size, s, a, b = operand(r)
    what = r.of("shl shr sar rol ror rcl rcr".split())
    return [f"{what}{s} ${r.between(1, size * 8 - 1)}, {b}", f"add{s} {a}, {b}"]


def multiply(r):
    a, b = r.of(R64), r.of(R64)
    return [f"imul ${r.between(-999, 999)}, %{a}, %{b}", f"xor %{a}, %{b}"]


def divide(_):
    return ["xor %edx, %edx", "or $1, %ecx", "div %rcx", "test %rax, %rax"]


# No PAUSE: QEMU gives no step trap after it, which is against SDM 3B 18.3.1.4.
def move(r):
    a, b = r.of(R64), r.of(R64)
    return [r.of((f"mov %{a}, %{b}", f"xchg %{a}, %{b}", f"bswap %{b}", f"movzbl {sized(a, 1)}, {sized(b, 4)}",
                  f"movslq {sized(a, 4)}, %{b}", f"movabs ${r.next():#x}, %{b}", f"lea {r.between(-99, 99)}(%{a},%{b},4), %{b}",
                  "cqto", "cltq", "nop", "nopw 0x12(%rax,%rax,1)"))]


def load_store(r):
    _, s, a, b = operand(r)
    return [r.of((f"mov{s} {memory(r)}, {a}", f"mov{s} {a}, {memory(r)}", f"add{s} {a}, {memory(r)}",
                  f"cmp{s} {memory(r)}, {b}", f"sub{s} {memory(r)}, {b}"))]


def atomic(r):
    a, b = r.of(R64), r.of(R64)
    return [r.of((f"lock xadd %{a}, {memory(r)}", f"lock cmpxchg %{b}, {memory(r)}", f"xchg %{a}, {memory(r)}",
                  f"lock orq %{a}, {memory(r)}", "mfence"))]


def bits(r):
    a, b = r.of(R64), r.of(R64)
    return [f"{r.of(('bt', 'bts', 'btr', 'btc'))} {r.of(('$' + str(r.below(64)), '%' + a))}, %{b}", f"setb {sized(a, 1)}",
               f"add %{a}, %{b}"]


def push_pop(r):
    a, b = r.of(R64), r.of(R64)
    return r.of(([f"push %{a}", f"pop %{b}"], [f"push ${r.between(-9999, 9999)}", f"popq {memory(r)}"],
                 [f"pushq {memory(r)}", f"pop %{a}"], ["push %rsp", f"pop %{a}"],
                 [f"push %{a}"], [f"push %{a}", f"mov (%rsp), %{b}", "lea 8(%rsp), %rsp"], ["pushw %ax", "popw %cx"]))


def stack_pointer(r):
    n = 8 * r.between(1, 4)
    return r.of(([f"sub ${n}, %rsp", f"mov %{r.of(R64)}, (%rsp)", f"add ${n}, %rsp"], [f"pop %{r.of(R64)}", "push %rax"],
                 ["push %rbp", "mov %rsp, %rbp", f"sub ${n}, %rsp", "movq %rax, (%rsp)", "leave"]))


# In a stepped run PUSHF stores TF, SDM 3B 18.3.1.4: the sequence drops it.
def pushf(r):
    return r.of((["pushf", "andq $0x8d5, (%rsp)", f"pop %{r.of(R64)}"], [f"pushq ${r.below(2)}", "popf"],
                 ["pushf", "xorq $0x8d5, (%rsp)", "popf"])) if r.below(3) else ["pushf", "andq $0x8d5, (%rsp)"]


def rip_relative(r):
    a = r.of(R64)
    at = 8 * r.between(224, 250)
    return [r.of((f"lea @skip2(%rip), %{a}", f"mov fuzz_data+{at}(%rip), %{a}", f"mov %{a}, fuzz_data+{at}(%rip)",
                  f"addl ${r.between(-9999, 9999)}, fuzz_data+{at}(%rip)", f"cmpb ${r.below(99)}, fuzz_data+{at}(%rip)"))]


def branch(r):
    n = r.between(1, 3)
    return [r.of((f"j{r.of(CC)} @skip{n}", f"j{r.of(CC)} @skip{n}", f"jmp @skip{n}", f"jrcxz @skip{n}", f"jecxz @skip{n}",
                  f"loop @skip{n}", f"loope @skip{n}", f"loopne @skip{n}"))]


# The far form of a branch that would fit the short one.
def branch_near(r):
    return [f"{{disp32}} j{r.of(CC)} @skip{r.between(1, 3)}"]


def indirect(r):
    a = r.of(R64)
    return r.of(([f"lea @a(%rip), %{a}", f"jmp *%{a}", "?ud2", "@a:"],
                 [f"lea @a(%rip), %{a}", f"mov %{a}, (%rbx)", "jmp *(%rbx)", "?ud2", "@a:"],
                 [f"lea @a(%rip), %{a}", f"push %{a}", "ret", "?ud2", "@a:"]))


def call(r):
    a, b = r.of(R64), r.of(R64)
    body = ["jmp @b", "@a:", f"mov (%rsp), %{b}", f"add %{b}, %{a}", r.of(("ret", "ret", "ret $8")), "@b:"]
    if body[-2] == "ret $8":
        return ["push %rax", "call @a", *body]
    return r.of((["call @a", *body], [f"lea @a(%rip), %{a}", f"call *%{a}", *body],
                 [f"lea @a(%rip), %{a}", f"mov %{a}, 8(%rbx)", "call *8(%rbx)", *body],
                 [f"lea @a(%rip), %{a}", f"push %{a}", "call *(%rsp)", "jmp @b", "@a:", "ret", "@b:", f"pop %{b}"]))


def string(r):
    what = r.of("movs stos lods".split()) + r.of("bwlq")
    if r.below(4) == 0:
        return ["std", what, "cld"]
    return [what] if r.below(3) == 0 else [f"mov ${r.below(5)}, %ecx", f"?rep {what}"]


def compare_string(r):
    return [f"mov ${r.below(4)}, %ecx", f"?{r.of(('repe', 'repne'))} {r.of(('cmps', 'scas'))}{r.of('bwlq')}"]


CLASSES = [alu, carry, flags, shift, multiply, divide, move, load_store, atomic, bits, push_pop, stack_pointer, pushf, rip_relative,
           branch, branch_near, indirect, call, string, compare_string]
