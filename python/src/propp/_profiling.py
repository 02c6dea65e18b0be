"""Profiling a part of the process that runs: `with propp.profile() as p:`."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import warnings
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from propp import _binary, _ranges
from propp._errors import NoCounters, ProppError
from propp._recording import Recording

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, TypeVar

    from typing_extensions import Self

    Function = TypeVar("Function", bound=Callable[..., Any])

#: propp's exit code for "nothing could be measured".
_NO_COUNTERS = 4

#: One block at a time has CUPTI. Blocks that begin meanwhile, within it or on other threads, are
#: part of it.
_lock = threading.RLock()
_running: _Block | None = None


class profile(Recording):  # noqa: N801
    """Measures what this process launches on the GPU meanwhile, on all threads.

        with propp.profile() as p:
            step()
        p.kernels().to_pandas()

    Or as a decorator, `@propp.profile("step.propp")`: each call is a block of its own, its value is
    the function's, and the file holds the last one. Once the block has ended, the object is the
    block's `Recording`. `path` keeps the recording as a file; `launches` is how many launches of
    each kernel and configuration are measured (0: all); `weights` is what QM is computed with.

    A measured launch runs several times with its memory restored in between, which takes some tens
    of milliseconds, and its own time is unknown: times are those of other launches of the kernel.
    HSync and DT need a run of their own (`propp profile`). A block within a block, or beside it on
    another thread, belongs to the block that began first, and has its recording when that has ended.
    """

    def __init__(
        self, path: str | os.PathLike[str] | None = None, *, launches: int = 3, weights: str | None = None
    ) -> None:
        super().__init__(path or "", weights=weights)
        self._asked = Path(path).absolute() if path is not None else None
        self._launches = launches
        self._block: _Block | None = None

    def __enter__(self) -> Self:
        global _running
        if self._block is not None:
            raise ProppError("this profile has a block already: make another propp.profile()")
        with _lock:
            if _running is None:
                _running = _Block(self._asked, self._launches)
            elif self._asked is not None:
                raise ProppError("a block is being profiled already, and its recording is the only one: leave out path")
            _running.users += 1
            self._block = _running
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        global _running
        with _lock:
            block = self._block
            assert block is not None
            if block.process != os.getpid():
                return  # A forked child ends nothing.
            block.users -= 1
            if block.users == 0:
                _running = None
                block.end(is_failing=error is not None)

    def __call__(self, function: Function) -> Function:
        from functools import wraps

        @wraps(function)
        def profiled(*args: Any, **kwargs: Any) -> Any:
            if _running is not None:
                return function(*args, **kwargs)  # It is part of that block.
            with profile(self._asked, launches=self._launches):
                return function(*args, **kwargs)

        return profiled  # type: ignore[return-value]

    @property
    def path(self) -> Path:
        """Where the recording is."""
        if self._block is None:
            raise ProppError("nothing was profiled yet: with propp.profile() as p:")
        if self._block.recording is None:
            raise ProppError("the block has not ended: ask after it")
        return self._block.recording

    @path.setter
    def path(self, path: Path) -> None:
        pass  # It is known at the end of the block.

    def __repr__(self) -> str:
        ended = self._block is not None and self._block.recording is not None
        return super().__repr__() if ended else "propp.profile()"


def _forget() -> None:
    """In a forked child the block is its parent's."""
    global _lock, _running
    block, _lock, _running = _running, threading.RLock(), None
    if block is not None:
        block.close_pipes()


os.register_at_fork(after_in_child=_forget)


class _Block:
    """The library in this process, and the propp that listens to it."""

    def __init__(self, path: Path | None, launches: int) -> None:
        self.users = 0
        self.process = os.getpid()
        self._said: bytes | None = None
        self.recording: Path | None = None
        if _ranges.library() is not None:
            raise ProppError(
                "this process is profiled by propp as a whole, and CUPTI serves one at a time: "
                "start it without propp, or leave out propp.profile()"
            )
        self._driver = _driver()
        _refuse_exchange(self._driver)
        self._folder = tempfile.mkdtemp(prefix="propp-")
        weakref.finalize(self, _remove, self._folder, self.process)
        self._target = path or Path(self._folder, "block.propp")
        call = [_binary.find(), "attend", "--output", _binary.file(self._target)]
        call += ["--max-launches-per-kernel", str(launches)]
        # A session of its own: an interruption is for this process, which ends the block.
        self._propp = subprocess.Popen(
            [*call, "--", *(sys.orig_argv or ["python"])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=_binary.environment(),
        )
        try:
            self._attach()
        except BaseException:
            self._finish()
            raise

    def _attach(self) -> None:
        assert self._propp.stdout is not None
        library, config = (self._propp.stdout.readline().rstrip(b"\n") for _ in "lc")
        if not config:
            raise _error(*self._finish())
        self._library = _fresh(Path(os.fsdecode(library)))
        self._library.propp_attach.argtypes = [ctypes.c_char_p]
        self._library.propp_attach.restype = ctypes.c_int
        if self._library.propp_attach(config) != 0:
            said, code = self._finish()
            raise _error(said, code or _NO_COUNTERS)
        _ranges.use(ctypes.PyDLL(None, handle=self._library._handle))

    def end(self, *, is_failing: bool) -> None:
        """Ends the block; if the code in it is failing, its error is the one that is raised."""
        _ranges.use(None)
        _synchronise(self._driver)
        self._library.propp_detach()
        said, code = self._finish()
        self.recording = self._target
        if code == 0:
            for line in filter(None, said.decode(errors="replace").splitlines()):
                warnings.warn(f"propp: {line}", stacklevel=3)
        elif not is_failing:
            raise _error(said, code)

    def _finish(self) -> tuple[bytes, int]:
        """What propp said, and its exit code."""
        if self._said is None:
            # A byte ends it: forked children may keep the pipe open.
            self._said = self._propp.communicate(b"\n")[1]
        return self._said, self._propp.returncode

    def close_pipes(self) -> None:
        """In a forked child: propp waits for the parent alone."""
        for pipe in (self._propp.stdin, self._propp.stdout, self._propp.stderr):
            if pipe is not None:
                pipe.close()


def _fresh(library: Path) -> ctypes.CDLL:
    """A copy of the library, with nothing of the last block in it. It stays loaded: CUPTI may still
    call it."""
    # Where programs may be loaded from: the folder of temporary files may forbid it.
    with tempfile.NamedTemporaryFile(dir=library.parent, prefix="block-", suffix=".so") as own:
        shutil.copyfile(library, own.name)
        return ctypes.CDLL(own.name)


def _remove(folder: str, process: int) -> None:
    if process == os.getpid():  # And not a forked child.
        shutil.rmtree(folder, ignore_errors=True)


def _error(said: bytes, code: int) -> ProppError:
    words = said.decode(errors="replace").strip().removeprefix("propp: ")
    kind = NoCounters if code == _NO_COUNTERS else ProppError
    return kind(words or f"propp ended with exit code {code}")


def _driver() -> ctypes.CDLL:
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        raise NoCounters(f"there is no NVIDIA driver here ({error}); see `propp doctor`") from error
    if driver.cuInit(0) != 0:
        raise NoCounters("CUDA does not start on this machine; see `propp doctor`")
    return driver


def _in_use(driver: ctypes.CDLL) -> list[int]:
    """The devices with a primary context, which the runtime and all frameworks use."""
    count = ctypes.c_int(0)
    driver.cuDeviceGetCount(ctypes.byref(count))
    flags, active = ctypes.c_uint(0), ctypes.c_int(0)
    used = []
    for device in range(count.value):
        driver.cuDevicePrimaryCtxGetState(device, ctypes.byref(flags), ctypes.byref(active))
        if active.value:
            used.append(device)
    return used


def _refuse_exchange(driver: ctypes.CDLL) -> None:
    """A launch that is replayed puts memory back as it was, and what another GPU has written there
    since would be lost: a collective might then wait for ever."""
    why = None
    if len(_in_use(driver)) > 1:
        why = "this process uses several GPUs"
    distributed = getattr(sys.modules.get("torch"), "distributed", None)
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        if distributed.get_world_size() > 1:
            why = "this process is one of several of torch.distributed"
    if why is not None:
        raise ProppError(
            f"{why}, and measuring a launch would undo what another GPU writes meanwhile: profile the "
            "whole program, which sees that beforehand (propp profile)"
        )


def _synchronise(driver: ctypes.CDLL) -> None:
    """Waits for all work of this process: what has not ended is not recorded."""
    driver.cuCtxSynchronize()
    for device in _in_use(driver):
        context = ctypes.c_void_p()
        if driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) == 0:
            if driver.cuCtxPushCurrent_v2(context) == 0:
                driver.cuCtxSynchronize()
                driver.cuCtxPopCurrent_v2(ctypes.byref(context))
            driver.cuDevicePrimaryCtxRelease_v2(device)
