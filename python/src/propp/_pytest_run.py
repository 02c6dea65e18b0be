"""A marked test under propp: run, judged, told."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import stat
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from propp import _binary, _judging, _telling
from propp._errors import ProppError
from propp._recording import Recording, read

#: What says which plugins there are, this one perhaps among them.
_PLUGINS = {"PYTEST_PLUGINS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD"}

#: The exit code of `propp profile` where no counters could be read; pytest has it for other things.
_NO_COUNTERS = 4

#: The lines of a test's output that a failure shows.
_SHOWN = 60


@dataclass(frozen=True)
class Machine:
    """Whether counters can be read here, and why not."""

    reason: str | None

    @classmethod
    def look(cls) -> Machine:
        """Asks `propp doctor`."""
        try:
            done = _binary.run(["doctor", "--format", "json"], codes=range(256))
            found = json.loads(done.stdout)
        except (ProppError, ValueError) as error:
            return cls(str(error))
        if found["can_profile"]:
            return cls(None)
        problems = [check for check in found["checks"] if check["state"] == "problem"]
        first = problems[0] if problems else {"finding": "unknown", "cure": "see propp doctor"}
        return cls(f"{first['finding']}; {first['cure']}")


@contextlib.contextmanager
def window() -> Iterator[None]:
    """What is profiled: from here to the end, on all threads (`--capture-range cuda-profiler-api`)."""
    import ctypes

    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError:
        yield  # There is no GPU, and nothing is profiled.
        return
    cuda.cuInit(0)
    cuda.cuProfilerStart()
    try:
        yield
    finally:
        torch = sys.modules.get("torch")
        if torch is not None and torch.cuda.is_initialized():
            torch.cuda.synchronize()
        cuda.cuProfilerStop()


def run(item: pytest.Function, machine: Machine, baseline: Path, inner: str) -> tuple[str, str] | None:
    """Runs a marked test under propp. What of its kernels is not as asserted, whole and in a line."""
    asserted = _asserted(item)
    if machine.reason is not None:
        _without_counters(item, machine.reason)
    keep = item.config.getoption("--propp-keep")
    with tempfile.TemporaryDirectory(prefix="propp-pytest-") as folder:
        target = Path(keep or folder, baseline.stem + ".propp").absolute()
        target.parent.mkdir(parents=True, exist_ok=True)
        ended = Path(folder, "ended")
        code, said = _profile(item, target, [], {inner: str(ended)}, folder)
        reason = ended.read_text() if ended.is_file() else None
        if reason:
            pytest.skip(reason)
        if code == _NO_COUNTERS and reason == "":
            _without_counters(item, _of_propp(said))
        if code != 0:
            pytest.fail(_words(code, said), pytrace=False)
        recording = read(target)
        if item.config.getoption("--propp-update"):
            baseline.parent.mkdir(parents=True, exist_ok=True)
            baseline.write_text(recording.baseline())
        failures = _judging.judge(recording, asserted, baseline)

        def with_lines() -> Recording | str:
            """The test once more, for the lines of its kernels."""
            lines = target.with_suffix(".lines.propp")
            code, said = _profile(item, lines, ["--lines"], {inner: str(ended)}, folder)
            return read(lines) if code == 0 else f"with --lines {_of_propp(said)} (exit code {code})"

        if not failures:
            return None
        return _telling.tell(asserted.given, failures, recording, with_lines), failures[0].short()


def _asserted(item: pytest.Function) -> _judging.Asserted:
    try:
        # The nearest marker counts where several say something of the same.
        marks = list(item.iter_markers("propp"))
        given = {name: value for mark in reversed(marks) for name, value in mark.kwargs.items()}
        if any(mark.args for mark in marks):
            raise ProppError('the marker takes names, such as Gran_L1=">=0.9"')
        return _judging.Asserted.parse(given)
    except ProppError as error:
        pytest.fail(f"{item.nodeid}: @pytest.mark.propp: {error}", pytrace=False)


def _without_counters(item: pytest.Function, reason: str) -> None:
    text = f"propp cannot read counters here: {reason}"
    if item.config.getoption("--propp-require"):
        pytest.fail(text, pytrace=False)
    # Where the test is, and not where this line is.
    raise pytest.skip.Exception(text, _use_item_location=True)


def _profile(
    item: pytest.Function, recording: Path, options: list[str], told: dict[str, str], folder: str
) -> tuple[int, str]:
    """The exit code of propp, and what was printed."""
    command = [_binary.find(), "profile", "--quiet", "--force", "--capture-range", "cuda-profiler-api"]
    command += [*options, "--output", str(recording), "--", *_inner_call(item, folder)]
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_") or name in _PLUGINS
    }
    environment.update(told)
    with _alone():
        done = subprocess.run(
            command,
            env=environment,
            cwd=item.config.invocation_params.dir,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    return done.returncode, done.stdout.decode(errors="replace").strip()


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """One at a time: tests that run beside each other on a GPU, as workers of pytest-xdist do, measure each
    other."""
    lock = _lock()
    if lock is None:
        text = "propp: tests that run beside each other may measure each other: no lock can be made"
        warnings.warn(text, stacklevel=2)
        yield
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _lock() -> int | None:
    """A file that is open, in a folder that nobody else can write to."""
    runtime, user = os.environ.get("XDG_RUNTIME_DIR"), os.getuid()
    folders = [Path(runtime)] if runtime else []
    folders.append(Path(tempfile.gettempdir(), f"propp-{user}"))
    for folder in folders:
        with contextlib.suppress(OSError):
            with contextlib.suppress(FileExistsError):
                folder.mkdir(mode=0o700)
            # A link would lead elsewhere, and so would a folder of somebody else's.
            about = folder.lstat()
            if stat.S_ISDIR(about.st_mode) and about.st_uid == user and not about.st_mode & 0o022:
                flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
                return os.open(folder / "propp-pytest.lock", flags, 0o600)
    return None


def _of_propp(said: str) -> str:
    """What propp said, without the words of the test."""
    lines = [line.removeprefix("propp: ") for line in said.splitlines() if line.startswith("propp: ")]
    return "; ".join(lines) or "propp profile does not say why"


def _words(code: int, said: str) -> str:
    lines = said.splitlines()
    left = [f"... {len(lines) - _SHOWN} lines before"] if len(lines) > _SHOWN else []
    return "\n".join([f"the test failed under propp (exit code {code}):", *left, *lines[-_SHOWN:]])


def _inner_call(item: pytest.Function, folder: str) -> list[str]:
    config = item.config
    # A test is named by its file as it is, and what follows in its id.
    name = "::".join([str(item.path), *item.nodeid.split("::")[1:]])
    call = [sys.executable, "-m", "pytest", name, "--rootdir", str(config.rootpath), "-q", "--no-header"]
    call += ["-o", f"cache_dir={folder}/cache", "--color=no"]
    if config.inipath is not None:
        call += ["-c", str(config.inipath)]
    for plugin in config.option.plugins:
        call += ["-p", plugin]
    if config.pluginmanager.hasplugin("xdist"):
        call += ["-n", "0"]
    return call
