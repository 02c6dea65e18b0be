#!/usr/bin/env python3
"""Compares the edges between basic blocks with those that `nvdisasm -bbcfg` prints.

    NVDISASM=… DECODE=target/release/examples/decode crates/code/sass/tables/compare_flow.py CUBINS…

Compared are the edges of kernels that are not to the next instruction: the two programs end blocks in
different places (nvdisasm at calls too), and calls are no edges here.
"""

import os
import re
import subprocess
import sys

import nvdisasm

DECODE = os.environ.get("DECODE", "target/release/examples/decode")
GRAPH = re.compile(r'^subgraph "cluster_(.+)" \{')
NODE = re.compile(r'^"([^"]+)" *(\[.*)?$')
EDGE = re.compile(r'^"([^"]+)":\w+:?\w* -> "([^"]+)":')


def expected(path):
    """Function -> the edges (offset of the last instruction, offset of the first)."""
    command = [nvdisasm.PROGRAM, "-bbcfg", "-poff", path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    out, nodes, links, name, node = {}, {}, {}, None, None
    for line in text.splitlines():
        if found := GRAPH.match(line):
            name = found[1]
            nodes[name], links[name] = {}, []
        elif found := EDGE.match(line):
            links[name].append((found[1], found[2]))
        elif found := NODE.match(line):
            node = found[1]
        elif line.startswith("[label=") and name:
            codes = re.findall(r"(?<![0-9a-zA-Z_])(?:\\l)?([0-9a-f]{4,}):\\ ", line)
            if codes:
                nodes[name][node] = (int(codes[0], 16), int(codes[-1], 16))
    for name, of in links.items():
        known = nodes[name]
        edges = {(known[a][1], known[b][0]) for a, b in of if a in known and b in known}
        out[name] = edges, max((last for _, last in known.values()), default=0)
    return out


def ours(path):
    text = subprocess.run([DECODE, path], capture_output=True, text=True, check=True).stdout
    out, calls, kernels, at = {}, {}, set(), None
    for line in text.splitlines():
        columns = line.split("\t")
        if columns[0] == "F":
            at = columns[1]
            out[at], calls[at] = set(), set()
            kernels.update({at} if columns[2] == "Kernel" else ())
        elif columns[0] == "E":
            out[at].add((int(columns[1], 16), int(columns[2], 16)))
        elif columns[2] in ("CALL", "RET"):
            calls[at].add(int(columns[0], 16))
    return {name: out[name] for name in kernels}, calls


def main():
    same, wrong = 0, 0
    for path in sys.argv[1:]:
        mine, calls = ours(path)
        graphs = expected(path)
        for name in mine.keys() & graphs.keys():
            theirs, end = graphs[name]
            far = lambda edges: {e for e in edges if e[1] != e[0] + 16 and e[0] not in calls[name]}
            # Functions behind the kernel are graphs of their own for nvdisasm.
            a, b = {edge for edge in far(mine[name]) if edge[0] <= end}, far(theirs)
            same += len(a & b)
            wrong += len(a ^ b)
            for edge in sorted(a ^ b)[:3]:
                who = "only here" if edge in a else "only nvdisasm"
                print(f"{path} {name}: {edge[0]:#x} -> {edge[1]:#x} {who}", file=sys.stderr)
    print(f"{same} edges are the same, {wrong} differ")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
