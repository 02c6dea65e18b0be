"""The test that `plugin.sh` runs: as often as RUNS says, each with a baseline of its own."""

import ctypes
import os

import pytest


@pytest.mark.parametrize("run", range(int(os.environ["RUNS"])))
@pytest.mark.propp(kernel="transpose", Gran_L1=">=0.9", local_memory=0, time="<=1.05*baseline")
def test_transpose(run):
    assert ctypes.CDLL(os.environ["TRANSPOSE"]).run() == 0
