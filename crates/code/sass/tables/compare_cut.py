#!/usr/bin/env python3
"""Whether nvdisasm says of a kernel that was cut out of a cubin what it says of it in the whole.

    cargo build -p propp-code-sass --example cut
    NVDISASM=… crates/code/sass/tables/compare_cut.py FILE…

A FILE is a cubin, or one that gzip compressed. Compared are the instructions with their operands
and the source lines with inlined calls of every function.
"""
import gzip
import os
import re
import subprocess
import sys
import tempfile

NVDISASM = os.environ["NVDISASM"]
CUT = os.environ.get("CUT", "target/debug/examples/cut")


def functions(cubin):
    """The text of each section of code."""
    command = [NVDISASM, "--print-line-info-inline", "--print-code", cubin]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found, name = {}, None
    for line in text.splitlines():
        section = re.match(r"\s*//-+ \.(text\.\S+)|\s*\.section\s+\.(text\.[^,]+),", line)
        if section:
            name = section[1] or section[2]
        elif name and re.search(r"/\*[0-9a-f]{4,}\*/|//## File", line):
            # Labels count the functions of the whole cubin, and are as wide as their numbers.
            line = re.sub(r"\.L_x_\d+|\.L_\d+", ".L", line.strip())
            found.setdefault(name, []).append(re.sub(r"\s+", " ", line))
    return found


compared = different = 0
for path in sys.argv[1:]:
    with tempfile.TemporaryDirectory() as folder:
        whole = os.path.join(folder, "whole.cubin")
        data = gzip.open(path).read() if path.endswith(".gz") else open(path, "rb").read()
        open(whole, "wb").write(data)
        expected = functions(whole)
        for section in expected:
            small = os.path.join(folder, "small.cubin")
            cut = subprocess.run([CUT, whole, section.removeprefix("text.")], capture_output=True)
            if cut.returncode:
                continue  # A device function.
            open(small, "wb").write(cut.stdout)
            compared += 1
            if functions(small).get(section) != expected[section]:
                different += 1
                print(f"{path}: {section}")
print(f"{compared} kernels, {different} of them otherwise")
sys.exit(different > 0 or compared == 0)
