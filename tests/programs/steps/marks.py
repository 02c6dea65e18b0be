"""Marks where the steps of a program are: NVTX ranges of the main thread.

Exactly one range is open from the start of `rest` to its end: `step:KIND:N`, with N from 0 for
each kind, or `other`. One ends where the next one starts; they are never nested.

libmarks.so (see marks.c) is beside this file or where STEP_MARKS says.
"""

import collections
import contextlib
import ctypes
import os
import pathlib

_beside = pathlib.Path(__file__).with_name("libmarks.so")
_library = ctypes.CDLL(os.environ.get("STEP_MARKS") or str(_beside))
_library.mark_push.argtypes = [ctypes.c_char_p]
_library.mark_push.restype = None
_library.mark_pop.argtypes = []
_library.mark_pop.restype = None

_open = False
_steps = collections.Counter()


def _close():
    global _open
    if _open:
        _library.mark_pop()
    _open = False


def _switch(name):
    global _open
    _close()
    _library.mark_push(name.encode())
    _open = True


def begin(kind):
    """Starts the next step of this kind, for loops that are inside a library."""
    _switch(f"step:{kind}:{_steps[kind]}")
    _steps[kind] += 1


def other():
    """What comes from here on belongs to no step."""
    _switch("other")


@contextlib.contextmanager
def step(kind):
    """The next step of this kind; what comes after it is `other` until the next one."""
    begin(kind)
    try:
        yield
    finally:
        other()


@contextlib.contextmanager
def rest():
    """Around a whole program: what is in no step is `other`."""
    other()
    try:
        yield
    finally:
        _close()
