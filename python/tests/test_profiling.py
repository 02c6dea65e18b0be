"""Blocks of `propp.profile()` where there is no GPU; `tests/stand_in/attach.rs` has blocks that measure."""

import ctypes

import pytest

import propp
from propp import _profiling


def test_without_a_driver_it_says_so(monkeypatch):
    def missing(name):
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", missing)
    with pytest.raises(propp.NoCounters, match="no NVIDIA driver here .*propp doctor"), propp.profile():
        pass
    assert _profiling._running is None, "the next block is not taken for a part of this one"


def test_where_nothing_was_profiled_there_is_no_recording():
    p = propp.profile()
    assert repr(p) == "propp.profile()"
    with pytest.raises(propp.ProppError, match="with propp.profile"):
        p.kernels()
