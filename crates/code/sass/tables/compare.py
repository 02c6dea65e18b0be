#!/usr/bin/env python3
"""Compares this crate with nvdisasm and cuobjdump, instruction by instruction.

    cargo build --release -p propp-code-sass --example decode
    NVDISASM=… CUOBJDUMP=… DECODE=target/release/examples/decode crates/code/sass/tables/compare.py CUBINS…

Prints, for each architecture, how many instructions, lines and functions were compared and how
many differ, and the first differences. Fails if any does.

With `--write FOLDER` before CUBINS it writes what nvdisasm and cuobjdump say into files, which the
tests of this crate read, and compares nothing.
"""

import collections
import os
import re
import subprocess
import sys

import make
import nvdisasm

CUOBJDUMP = os.environ.get("CUOBJDUMP", "cuobjdump")
DECODE = os.environ.get("DECODE", "target/release/examples/decode")
SECTION = re.compile(r"^//-+ \.text\.(\S+)\s+-")
PLACE = re.compile(r'"([^"]*)", line (\d+)')
LABEL = re.compile(r"^([^\s:]+):$")
CODE = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;?\s*$")
SYMBOL = re.compile(r"`\((\S+)\)$")
POLICY = {
    "normal": "Normal", "first": "EvictFirst", "last": "EvictLast", "use": "LastUse",
    "unchanged": "EvictUnchanged", "none": "NoAllocate",
}  # fmt: skip


def expected(path):
    """Section name -> offset -> the columns that the decoder should print."""
    command = [nvdisasm.PROGRAM, "-c", "-gi", path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    out, section, labels, pending = {}, None, {}, []
    places, fresh, changed = [], True, False
    carried, name = {}, None
    for line in text.splitlines():
        if found := SECTION.match(line):
            resolve(pending, labels)
            section, labels, pending = out.setdefault(found[1], {}), {}, []
            carried[found[1]], places = places[:1] or carried.get(name, []), []
            name = found[1]
        elif line.startswith("\t//## File"):
            places = places if not fresh else []
            fresh, changed = False, True
            places.append(":".join(PLACE.findall(line)[0]))
        elif found := LABEL.match(line):
            labels[found[1]] = None
            pending.append((found[1], None))
        elif section is not None and (found := CODE.match(line)):
            fresh = True
            offset, ins = int(found[1], 16), nvdisasm.Instruction(found[2])
            row = columns(ins, places, changed)
            changed = False
            section[offset] = row
            for label in [k for k, v in labels.items() if v is None]:
                labels[label] = offset
            pending.append((offset, row))
    resolve(pending, labels)
    return out, carried


def resolve(rows, labels):
    """Puts offsets in the place of labels of the same section."""
    for _, row in rows:
        if row is not None and row[4].startswith("`"):
            name = row[4][1:]
            row[4] = str(labels[name]) if labels.get(name) is not None else name


def columns(ins, places, changed):
    """nvdisasm prints places where the innermost line changes; `=` marks the same line as before,
    which may be inlined elsewhere."""
    sized = ins.name in make.HAS_WIDTH or ins.name in make.MATRICES
    target = "-"
    if ins.name in make.HAS_TARGET and (found := SYMBOL.search(ins.operands)):
        target = "`" + found[1]
    return [
        ins.guard or "-",
        ins.name,
        str(make.width(ins)) if sized else "-",
        POLICY[make.policy(ins)] if ins.name in make.HAS_POLICY else "-",
        target,
        ins.operands.count(".reuse"),
        " ".join(places if changed else ["=", *places[:1]]) if places else "-",
    ]


def usage(path):
    """Function name -> what cuobjdump prints of its resources."""
    command = [CUOBJDUMP, "-res-usage", path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"Function (\S+):\n\s+(.*)", text))


class Count(collections.Counter):
    def __init__(self):
        super().__init__()
        self.shown = 0

    def differ(self, what, *details):
        self[what] += 1
        self.shown += 1
        if self.shown <= 8:
            print("differs:", what, *details, file=sys.stderr)


def compare(path, count):
    (text, carried), used, at = expected(path), usage(path), None
    lines = subprocess.run([DECODE, path], capture_output=True, text=True, check=True).stdout
    left = {(name, offset) for name, section in text.items() for offset in section}
    for line in lines.splitlines():
        if line.startswith("F\t"):
            _, name, kind, resources = line.split("\t")
            at = text.get(name)
            if kind == "Kernel":
                count["functions"] += 1
                if used.get(name) != resources:
                    count.differ("resources", path, name, used.get(name), resources)
            continue
        if at is None or line.startswith("E\t"):
            continue
        offset, *mine = line.split("\t")
        theirs = at.get(int(offset, 16))
        left.discard((name, int(offset, 16)))
        count["instructions"] += 1
        if theirs is None:
            count.differ("offset", path, name, line)
            continue
        theirs = list(theirs)
        mine[5] = int(mine[5])
        # The last line of the function before is not printed again.
        if theirs[6] == "-" and mine[6].split(" ")[:1] == carried[name]:
            theirs[6] = "= " + carried[name][0]
        if theirs[6] != "-":
            count["lines"] += 1
            if theirs[6].startswith("= "):
                theirs[6], mine[6] = theirs[6][2:], mine[6].split()[0]
            count["stacks"] += " " in theirs[6]
        names = ("guard", "name", "width", "policy", "target", "reuse", "place")
        for what, my, their in zip(names, mine, theirs):
            count[what + " compared"] += their not in ("-", 0)
            if my != their:
                count.differ(what, path, name, offset, my, "nvdisasm:", their)
    for name, offset in sorted(left)[:3]:
        count.differ("missing", path, name, hex(offset))


def write(folder, path):
    """A line for each kernel and each instruction, as the decoder prints them."""
    name = os.path.basename(path).removesuffix(".cubin")
    resources = usage(path)
    with open(os.path.join(folder, name + ".txt"), "w", encoding="utf-8") as file:
        for section, rows in expected(path)[0].items():
            print("F", section, resources.get(section, "-"), sep="\t", file=file)
            for offset, row in rows.items():
                print(f"{offset:x}", *row, sep="\t", file=file)


def main():
    if sys.argv[1] == "--write":
        for path in sys.argv[3:]:
            write(sys.argv[2], path)
        return
    by_arch = collections.defaultdict(Count)
    for path in sys.argv[1:]:
        compare(path, by_arch[re.search(r"\.(sm_\d+\w*)", path)[1]])
    kinds = ("offset", "missing", "guard", "name", "width", "policy", "target", "reuse", "place", "resources")
    for arch, count in sorted(by_arch.items()):
        wrong = {kind: count[kind] for kind in kinds if count[kind]}
        print(arch, dict((k, v) for k, v in count.items() if k not in kinds), "differences:", wrong or "none")
    sys.exit(any(count[kind] for count in by_arch.values() for kind in kinds))


if __name__ == "__main__":
    main()
