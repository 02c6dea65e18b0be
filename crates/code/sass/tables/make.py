#!/usr/bin/env python3
"""Writes opcodes.tsv: which bits of an instruction say what, found by asking nvdisasm.

    NVDISASM=… crates/code/sass/tables/make.py CUBINS…

CUBINS are what compile.sh made; files are told apart by `.sm_NN.cubin`. The instructions in
them, and the upper bits of some of them under every opcode number, are the seeds. Each bit of
each seed is flipped, and what changes in nvdisasm's text says what the bit means:

- the 12 lowest bits and, for a few opcodes, one to three further bits select the name;
- bits that change the width, the eviction priority or the target of a branch are the fields
  of those, and all their values are tried.

What does not fit a table is left out and printed. It takes about a minute for an architecture.
"""

import collections
import os
import random
import re
import sys

import elf
import nvdisasm

# nvdisasm's name of each architecture, with all its optional instructions.
ARCHES = {
    75: "SM75", 80: "SM80", 86: "SM86", 87: "SM87", 88: "SM88", 89: "SM89", 90: "SM90a",
    100: "SM100a", 103: "SM103a", 110: "SM110a", 120: "SM120a", 121: "SM121a",
}  # fmt: skip
OPCODE = 0xFFF
# Guard, operands and modifiers. Above them are the control bits: nvdisasm refuses some of
# their values, so all probes have the same: stall 1, no yield, no barrier.
FREE = range(12, 105)
CONTROL = 0x7E2 << 105 & ~(0xF << 122)
MASK = (1 << 105) - 1
TEMPLATES, SEEDS = 150, 12

LOADS = "LD LDG LDS LDL LDC LDCU ULDC LDGSTS ALD LDGMC"
STORES = "ST STG STS STL STAS AST USTGR"
ATOMICS = "ATOM ATOMG ATOMS RED REDG REDAS UREDGR"
HAS_WIDTH = set(f"{LOADS} {STORES} {ATOMICS}".split())
MATRICES = {"LDSM", "STSM"}
WIDTHS = {
    "U8": 8, "S8": 8, "U16": 16, "S16": 16, "32": 32, "U32": 32, "S32": 32, "F32": 32,
    "F16x2": 32, "BF16x2": 32, "BF16_V2": 32, "64": 64, "U64": 64, "S64": 64, "F64": 64, "96": 96,
    "F16x4": 64, "BF16x4": 64, "F32x2": 64, "128": 128, "F16x8": 128, "BF16x8": 128, "F32x4": 128,
    "256": 256,
}  # fmt: skip
POLICIES = {"EF": "first", "EL": "last", "LU": "use", "EU": "unchanged", "NA": "none"}
HAS_POLICY = HAS_WIDTH - {"LDS", "STS", "ATOMS", "LDC", "LDCU", "ULDC", "STAS", "REDAS", "LDGMC"}
HAS_TARGET = {"BRA", "BSSY", "CALL", "JMP", "WARPSYNC"}
TYPE = {73, 74, 75}
TARGET = re.compile(r"(?:^|, )(-?0x[0-9a-f]+)$")


def legal(ins):
    return not any("INVALID" in m or "???" in m for m in ins.modifiers)


def width(ins):
    if not legal(ins):
        return None
    if ins.name in MATRICES:
        return 32 * int(next((m for m in ins.modifiers if m in ("2", "4")), "1"))
    return max((WIDTHS[m] for m in ins.modifiers if m in WIDTHS), default=32)


def policy(ins):
    if not legal(ins):
        return None
    return next((POLICIES[m] for m in ins.modifiers if m in POLICIES), "normal")


def target(ins, slot):
    found = TARGET.search(ins.operands)
    return int(found[1], 16) - slot if found else None


def templates(seen):
    """Upper bits to try under each opcode number: some of every opcode's."""
    by_opcode = collections.defaultdict(list)
    for codes in seen.values():
        for code in sorted(codes):
            by_opcode[code & OPCODE].append(code)
    chosen = {0x7000}
    for codes in by_opcode.values():
        chosen.update(c & MASK & ~0xFFFF | 0x7000 for c in random.sample(codes, min(3, len(codes))))
    return random.sample(sorted(chosen), min(TEMPLATES, len(chosen)))


class Probe:
    """Everything that nvdisasm said for one architecture."""

    def __init__(self, arch, real, uppers):
        self.arch = arch
        self.known, self.asked, self.pending, self.wrong = {}, set(), set(), []
        by_opcode = collections.defaultdict(dict)
        for code in random.sample(sorted(real), len(real)):
            of = by_opcode[code & OPCODE]
            if len(of) < SEEDS:
                of[code & MASK & ~0xF000 | 0x7000] = True
        self.ask(upper | opcode for upper in uppers for opcode in range(OPCODE + 1))
        self.flush()
        for code, (_, ins) in self.known.items():
            of = by_opcode[code & OPCODE]
            if ins.opcode not in of.values() and len(of) < 2 * SEEDS:
                of[code] = ins.opcode
        self.seeds = sorted(code for of in by_opcode.values() for code in of)
        self.known, self.asked = {}, set()
        self.ask(self.seeds)
        self.flush()
        self.ask(s ^ 1 << bit for s in self.seeds if s in self.known for bit in FREE)
        self.flush()

    def ask(self, codes):
        """Notes instructions to ask for: a call of nvdisasm takes longer than all its answers."""
        self.pending.update({code & MASK for code in codes} - self.asked)

    def flush(self):
        """Asks nvdisasm. Whether there was anything to ask."""
        codes = sorted(self.pending)
        self.pending = set()
        self.asked.update(codes)
        answers = nvdisasm.disassemble(ARCHES[self.arch], [code | CONTROL for code in codes])
        self.known.update((c, a) for c, a in zip(codes, answers) if a)
        return bool(codes)

    def get(self, code):
        return self.known.get(code & MASK)


def changing(probe, seeds, value):
    """The bits whose flip changes the value, among instructions that have one."""
    bits = set()
    for seed in seeds:
        before = value(probe.get(seed))
        for bit in FREE:
            after = probe.get(seed ^ 1 << bit)
            if after and before is not None and value(after) not in (None, before):
                bits.add(bit)
    return sorted(bits)


def select(word, bits):
    return sum((word >> bit & 1) << i for i, bit in enumerate(bits))


def spread(value, bits):
    return sum((value >> i & 1) << bit for i, bit in enumerate(bits))


def table(probe, seeds, bits, value):
    """The value for each setting of the bits: `-` for none, `?` if the seeds disagree."""
    if len(bits) > 7:
        probe.wrong.append(f"{seeds[0] & OPCODE:#x}: {len(bits)} bits {bits}")
        return ["?"]
    mask = spread(-1, bits)
    probe.ask(s & ~mask | spread(v, bits) for s in seeds for v in range(1 << len(bits)))
    out = []
    for setting in range(1 << len(bits)):
        answers = [probe.get(s & ~mask | spread(setting, bits)) for s in seeds]
        votes = collections.Counter(value(a) for a in answers if a)
        votes.pop(None, None)
        if len(votes) > 1:
            probe.wrong.append(f"{seeds[0] & OPCODE:#x} {bits}={setting}: {dict(votes)}")
            votes = ["?"]
        out.append(str(*votes) if votes else "-")
    return out


def field(probe, seeds, value):
    """`bits:values`, or `=value` where no bit changes it."""
    bits = changing(probe, seeds, value)
    # The type of an atomic: not every type goes with every operation.
    if bits and set(bits) <= TYPE:
        bits = sorted(TYPE)
    values = ["-" if v == "?" else v for v in table(probe, seeds, bits, value)]
    if set(values) == {"-"}:
        return "-"
    return f"{','.join(map(str, bits))}:{','.join(values)}" if bits else f"={values[0]}"


def branch(probe, seeds):
    """`low+count*weight,…?bit=value`: the target's parts, and which bits say that there is one.

    The target counts from the instruction after the branch, or is `@` absolute.
    """
    if not any(target(probe.get(seed)[1], 0) is not None for seed in seeds):
        return "-"
    relative = parts_of_target(probe, seeds, lambda slot: slot)
    if relative is not None:
        return relative
    absolute = parts_of_target(probe, seeds, lambda slot: 0)
    if absolute is None:
        probe.wrong.append(f"{seeds[0] & OPCODE:#x}: a target of unknown form")
    return "-" if absolute is None else "@" + absolute


def parts_of_target(probe, seeds, origin):
    weights, absent = {}, set()
    for seed in seeds:
        slot, ins = probe.get(seed)
        before = target(ins, origin(slot))
        for bit in FREE:
            flipped = probe.get(seed ^ 1 << bit)
            if not flipped or bit < 16:
                continue
            after = target(flipped[1], origin(flipped[0]))
            if (before is None) != (after is None):
                absent.add((bit, seed >> bit & 1 ^ (before is None)))
            elif before is not None and after != before:
                weights.setdefault(bit, set()).add((after - before) * (1 - 2 * (seed >> bit & 1)))
    parts = []
    for bit, seen in sorted(weights.items()):
        weight = {w for w in seen if abs(w).bit_count() == 1}
        if len(weight) != 1:
            return None
        weight = weight.pop()
        last = parts[-1] if parts else None
        if last and last[0] + last[1] == bit and abs(weight) == last[2] << last[1]:
            last[1] += 1
        else:
            parts.append([bit, 1, abs(weight)])
        sign = weight
    if not parts or sign > 0:
        return None
    text = ",".join(f"{low}+{count}*{weight}" for low, count, weight in parts)
    return text + "".join(f"?{bit}={value}" for bit, value in sorted(absent))


def guard(probe, seeds):
    """P or U, by the register that `@` names with the guard's bits set to 3, or none."""
    probe.ask(seed & ~0xF000 | 0x3000 for seed in seeds)
    answers = [probe.get(seed & ~0xF000 | 0x3000) for seed in seeds]
    kinds = {a[1].guard for a in answers if a}
    return {"@P3": "P", "@UP3": "U"}.get(max(kinds, default=""), "-")


def rows(probe):
    """(opcode, mask, value) -> (name, guard, width, policy, target)."""
    by_opcode = collections.defaultdict(list)
    for seed in probe.seeds:
        if probe.get(seed):
            by_opcode[seed & OPCODE].append(seed)
    out = {}
    for opcode, seeds in sorted(by_opcode.items()):
        bits = changing(probe, seeds, lambda answer: answer[1].name)
        names = table(probe, seeds, bits, lambda answer: answer[1].name)
        mask = spread(-1, bits)
        # Rather an unknown opcode than a guess.
        if "?" in names:
            continue
        for setting, name in enumerate(names):
            # Names that begin with an underscore are placeholders of nvdisasm's.
            if name == "-" or name.startswith("_"):
                continue
            value = spread(setting, bits)
            mine = [s & ~mask | value for s in seeds]
            probe.ask(m ^ 1 << bit for m in mine for bit in (*FREE, 0) if bits)
            mine = [m for m in mine if probe.get(m) and probe.get(m)[1].name == name]
            if mine:
                out[opcode, mask, value] = facts(probe, name, mine)
    return out


def facts(probe, name, seeds):
    sized = name in HAS_WIDTH or name in MATRICES
    return (
        name,
        guard(probe, seeds),
        field(probe, seeds, lambda a: width(a[1])) if sized else "-",
        field(probe, seeds, lambda a: policy(a[1])) if name in HAS_POLICY else "-",
        branch(probe, seeds) if name in HAS_TARGET else "-",
    )


def main():
    random.seed(1)
    seen = {arch: set() for arch in ARCHES}
    for path in sorted(sys.argv[1:]):
        with open(path, "rb") as file:
            for codes in elf.code(file.read()).values():
                seen[int(re.search(r"\.sm_(\d+)", path)[1])].update(codes)
    uppers = templates(seen)
    merged = collections.defaultdict(list)
    chosen = [int(a) for a in os.environ.get("ARCHES", "").split()] or list(ARCHES)
    for arch in chosen:
        # An architecture without cubins has its family's instructions.
        nearest = min((a for a in seen if seen[a]), key=lambda a: abs(a - arch))
        probe = Probe(arch, seen[nearest], uppers)
        found = rows(probe)
        while probe.flush():
            probe.wrong = []
            found = rows(probe)
        print(*probe.wrong, sep="\n", file=sys.stderr)
        print(f"sm_{arch}: {len(probe.known)} probes, {len(found)} rows", file=sys.stderr)
        for key, facts_of in found.items():
            merged[key + facts_of].append(arch)
    print(f"# Written by make.py with {nvdisasm.version()}.")
    print("# opcode\tmask\tvalue\tname\tguard\twidth\tpolicy\ttarget\tarchitectures")
    for (opcode, mask, value, *of), arches in sorted(merged.items(), key=lambda i: (i[0][:3], i[1])):
        print(f"{opcode:x}", f"{mask:x}", f"{value:x}", *of, ",".join(map(str, arches)), sep="\t")


if __name__ == "__main__":
    main()
