"""Asks nvdisasm what encodings mean: raw instructions in, text out."""

import os
import re
import subprocess
import tempfile

ADDRESS = re.compile(r"address 0x([0-9a-f]+)")
LINE = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;?\s*$", re.M)
OPCODE = 0xFFF
# Fewer instructions a call, so that the addresses of branches stay small.
BATCH = 60_000
PROGRAM = os.environ.get("NVDISASM", "nvdisasm")


class Instruction:
    """The text of one instruction, in parts."""

    __slots__ = ("guard", "opcode", "operands", "name", "modifiers")

    def __init__(self, text):
        self.guard = ""
        if text.startswith("@"):
            self.guard, text = text.split(" ", 1)
        self.opcode, _, self.operands = text.strip().partition(" ")
        self.name, *self.modifiers = self.opcode.split(".")


class Ambiguous(Exception):
    """nvdisasm ended at an instruction that it does not name."""


def disassemble(arch, codes):
    """For each 128-bit code its address and instruction, or None where nvdisasm knows none."""
    order = sorted(range(len(codes)), key=lambda i: codes[i] & OPCODE)
    out = [None] * len(codes)
    for start in range(0, len(order), BATCH):
        part = order[start : start + BATCH]
        for i, answer in zip(part, _halves(arch, [codes[i] for i in part])):
            out[i] = answer
    return out


def _halves(arch, codes):
    """As `disassemble`, for codes sorted by opcode; leaves out opcodes that end nvdisasm."""
    try:
        return _batch(arch, codes)
    except Ambiguous:
        opcodes = sorted({code & OPCODE for code in codes})
        if len(opcodes) == 1:
            return [None] * len(codes)
        middle = opcodes[len(opcodes) // 2]
        first = [code for code in codes if code & OPCODE < middle]
        return _halves(arch, first) + _halves(arch, codes[len(first) :])


def _batch(arch, codes):
    out = [None] * len(codes)
    live = list(range(len(codes)))
    while live:
        with tempfile.NamedTemporaryFile(suffix=".bin") as file:
            file.write(b"".join(codes[i].to_bytes(16, "little") for i in live))
            file.flush()
            command = [PROGRAM, "-b", arch, "-ndf", "-raw", file.name]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            for found in LINE.finditer(done.stdout):
                slot = int(found[1], 16) // 16
                out[live[slot]] = (slot * 16, Instruction(found[2]))
            return out
        if "fatal" in done.stderr:
            raise Ambiguous
        bad = {int(address, 16) // 16 for address in ADDRESS.findall(done.stderr)}
        if not bad:
            raise SystemExit(f"nvdisasm: {done.stderr[:500]}")
        live = [code for slot, code in enumerate(live) if slot not in bad]
    return out


def version():
    text = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    return "nvdisasm " + re.search(r"V(\d\S+)", text)[1]
