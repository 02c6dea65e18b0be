"""A process that uses CUDA, and profiles parts of itself. Its argument says which."""

import ctypes
import json
import sys
import threading
import warnings

import propp

cuda = ctypes.CDLL("libcuda.so.1")
context, module = ctypes.c_void_p(), ctypes.c_void_p()
cuda.cuInit(0)
cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0)
cuda.cuModuleLoadData(ctypes.byref(module), b"")


def launch(name, times=1):
    function = ctypes.c_void_p()
    cuda.cuModuleGetFunction(ctypes.byref(function), module, name.encode())
    for _ in range(times):
        assert cuda.cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, None, None, None) == 0


def rows(p):
    """The kernels: how often each was launched and measured, whether its time is known, its range."""
    return sorted([row["kernel"], row["launches_seen"], row["launches_measured"], row["total_ns"] is not None, row["nvtx"]] for row in p.kernels())


def blocks():
    """Several blocks in one process, and launches outside of them."""
    found = []
    for turn in ("a", "b", "c"):
        launch("outside", 3)
        with propp.profile() as p:
            launch(turn, 5)
        found.append(rows(p))
    return found


def threads():
    """All threads of a block count, and a block beside it is part of it."""

    def work(name):
        cuda.cuCtxSetCurrent(context)
        with propp.profile() as inner:
            launch(name, 4)
        inners.append(inner)

    inners = []
    with propp.profile() as p:
        all_threads = [threading.Thread(target=work, args=(name,)) for name in ("one", "two")]
        for thread in all_threads:
            thread.start()
        for thread in all_threads:
            thread.join()
        try:
            inners[0].kernels()
        except propp.ProppError as error:
            early = str(error)
    assert rows(inners[0]) == rows(p)
    return [rows(p), early]


def graphs():
    """Kernels of graphs are timed alone, and a warning says so."""
    function, graph = ctypes.c_void_p(), ctypes.c_void_p()
    cuda.cuModuleGetFunction(ctypes.byref(function), module, b"in_graph")
    assert cuda.stand_in_graph(ctypes.byref(graph), function, 2) == 0
    with propp.profile() as p:
        assert cuda.cuGraphLaunch(graph, None) == 0
        launch("alone", 3)
    return [rows(p)]


def forked():
    """A child that was forked in a block, and lives on, holds nobody up; nor is it profiled."""
    import os
    import time

    with propp.profile() as p:
        launch("parent", 3)
        child = os.fork()
        if child == 0:
            time.sleep(20)
            os._exit(0)
        ending = os.fork()
        if ending == 0:
            sys.exit(3)  # Out of the block, and with the exit handlers.
        assert os.waitstatus_to_exitcode(os.waitpid(ending, 0)[1]) == 3
    begun = time.monotonic()
    found = rows(p)
    os.kill(child, 9)
    os.waitpid(child, 0)
    assert time.monotonic() - begun < 10
    return [found]


def ranges():
    """Ranges count in a block, also of functions that were decorated before."""

    @propp.range("step")
    def step():
        launch("decorated", 3)

    step()
    with propp.profile():
        step()
    with propp.profile() as p, propp.range("loop"):
        launch("inside", 3)
        step()
    return [rows(p)]


def decorated():
    """The value of the function is returned, and what it raises is raised."""

    @propp.profile("kept.propp")
    def work(value):
        launch("work", 3)
        if value == 0:
            raise ValueError("zero")
        return work(value - 1) + 1 if value > 1 else value + 1

    value = work(2) - 1  # A call within a call is part of it.
    try:
        work(0)
    except ValueError as error:
        raised = str(error)
    return [value, raised, rows(propp.read("kept.propp"))]


def taken():
    """Another has CUPTI."""
    cupti, subscriber = ctypes.CDLL("libcupti.so.13"), ctypes.c_void_p()
    function = ctypes.CFUNCTYPE(None)(lambda: None)
    assert cupti.cuptiSubscribe(ctypes.byref(subscriber), function, None) == 0
    return refused()


def refused():
    """What cannot be profiled says so."""
    try:
        with propp.profile() as p:
            launch("refused", 3)
        return [rows(p)]
    except propp.ProppError as error:
        launch("after", 1)
        return [type(error).__name__, str(error)]


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    found = globals()[sys.argv[1]]()
print(json.dumps({"found": found, "warnings": [str(one.message) for one in caught]}))
