#!/usr/bin/env python3
"""A propp for tests where there is no GPU: `profile` runs the program and takes a bundled recording
for what it did; `doctor` says what it is told. Everything else is the real propp."""

import os
import shutil
import subprocess
import sys

real = os.environ["PROPP_REAL"]
words = sys.argv[1:]
if words[:1] == ["doctor"] and os.environ.get("STAND_IN_GPU", "1") == "1":
    print('{"can_profile": true, "checks": []}')
elif words[:1] == ["profile"]:
    split = words.index("--")
    options, command = words[1:split], words[split + 1 :]
    code = subprocess.run(command).returncode
    if code == 0:
        which = "STAND_IN_LINES" if "--lines" in options else "STAND_IN_RECORDING"
        if which not in os.environ:
            sys.exit("propp: the GPU is lost")
        shutil.copy(os.environ[which], options[options.index("--output") + 1])
    if code == 0 and os.environ.get("STAND_IN_COUNTERS") == "0":
        print("propp: problem: counters are not permitted", file=sys.stderr)
        code = 4
    sys.exit(code)
else:
    os.execv(real, [real, *words])
