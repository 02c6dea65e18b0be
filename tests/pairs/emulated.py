"""How often the first hint of an emulated kernel names its defect.

    emulated.py NVCC PROPP

Compiles the programs of this folder that have a small problem (PAIRS_SMALL), emulates them, and
compares the first hint of each kernel with a defect with the rule in pairs.toml. Kernels whose
defect no rule knows, and those without a row there, are left out."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).parent
PAIRS = HERE / "../../crates/suite/cases/src/calibrate/pairs.toml"
# The code of the GPU says what is in loops, and the PTX is what runs.
CODE = [f"-gencode=arch=compute_90,code={code}_90" for code in ("sm", "compute")]


def labels():
    named = {}
    for pair in tomllib.loads(PAIRS.read_text())["pair"]:
        if "rule" in pair:
            named.setdefault(pair["before"], set()).add(pair["rule"])
    return named


def kernels(source, nvcc, propp, folder):
    program, recording = folder / source.stem, folder / f"{source.stem}.propp"
    flags = ["-O3", "-std=c++17", "-lineinfo", "-cudart", "shared", *CODE]
    subprocess.run([nvcc, *flags, "-o", program, source], check=True)
    small = {**os.environ, "PAIRS_SMALL": "1"}
    emulate = [propp, "emulate", "-f", "-o", recording, program]
    subprocess.run(emulate, env=small, check=True, capture_output=True)
    show = [propp, "show", recording, "--format", "json"]
    return json.loads(subprocess.run(show, check=True, capture_output=True).stdout)["kernels"]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    nvcc, propp = sys.argv[1:]
    named = labels()
    sources = [path for path in sorted(HERE.glob("*.cu")) if "PAIRS_SMALL" in path.read_text()]
    right = all_of = 0
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            own = [0, 0]
            for kernel in kernels(source, nvcc, propp, pathlib.Path(folder)):
                name = kernel["short_name"].split("(")[0]
                hints = [hint["rule"] for hint in (kernel["advice"] or {}).get("hints", [])]
                if name in named:
                    is_right = hints[:1] != [] and hints[0] in named[name]
                    own = [own[0] + is_right, own[1] + 1]
                    if not is_right:
                        print(f"  {name}: {', '.join(sorted(named[name]))}; hints: {', '.join(hints) or 'none'}")
            print(f"{source.stem}: {own[0]} of {own[1]}", flush=True)
            right, all_of = right + own[0], all_of + own[1]
    print(f"all: {right} of {all_of}")


if __name__ == "__main__":
    main()
