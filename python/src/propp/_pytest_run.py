"""A marked test under propp: run, judged, told."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from propp import _binary, _judging
from propp._errors import ProppError
from propp._recording import read

#: How long a test may wait for those of other workers, which use the same GPU.
_LOCK = Path(tempfile.gettempdir(), f"propp-pytest-{os.getuid()}.lock")

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


def run(item: pytest.Function, machine: Machine, baseline: Path, inner: str) -> None:
    """Runs a marked test under propp, and fails as pytest does where its kernels are not as asserted."""
    __tracebackhide__ = True
    asserted = _asserted(item)
    if machine.reason is not None:
        text = f"propp cannot read counters here: {machine.reason}"
        if item.config.getoption("--propp-require"):
            pytest.fail(text, pytrace=False)
        pytest.skip(text)
    keep = item.config.getoption("--propp-keep")
    with tempfile.TemporaryDirectory(prefix="propp-pytest-") as folder:
        target = Path(keep or folder, baseline.stem + ".propp").absolute()
        target.parent.mkdir(parents=True, exist_ok=True)
        skipped = Path(folder, "skipped")
        _profile(item, target, {inner: str(skipped)})
        if skipped.is_file():
            pytest.skip(skipped.read_text())
        recording = read(target)
        if item.config.getoption("--propp-update"):
            baseline.parent.mkdir(parents=True, exist_ok=True)
            baseline.write_text(recording.baseline())
        failures = _judging.judge(recording, asserted, baseline)
    if failures:
        pytest.fail("\n".join([_judging.headline(asserted), *failures]), pytrace=False)


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


def _profile(item: pytest.Function, recording: Path, told: dict[str, str]) -> None:
    __tracebackhide__ = True
    command = [_binary.find(), "profile", "--quiet", "--force", "--capture-range", "cuda-profiler-api"]
    command += ["--output", str(recording), "--", *_inner_call(item)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment.update(told)
    # One at a time: tests that run beside each other on a GPU measure each other.
    with open(_LOCK, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            command,
            env=environment,
            cwd=item.config.invocation_params.dir,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode != 0:
        said = done.stdout.decode(errors="replace").strip().splitlines()
        left = [f"... {len(said) - _SHOWN} lines before"] if len(said) > _SHOWN else []
        lines = [*left, *said[-_SHOWN:]]
        words = f"the test failed under propp (exit code {done.returncode}):"
        pytest.fail("\n".join([words, *lines]), pytrace=False)


def _inner_call(item: pytest.Function) -> list[str]:
    config = item.config
    # A test is named by its file as it is, and what follows in its id.
    name = "::".join([str(item.path), *item.nodeid.split("::")[1:]])
    call = [sys.executable, "-m", "pytest", name, "--rootdir", str(config.rootpath), "-q", "--no-header"]
    call += ["-p", "no:cacheprovider", "--color=no"]
    if config.inipath is not None:
        call += ["-c", str(config.inipath)]
    if config.pluginmanager.hasplugin("xdist"):
        call += ["-n", "0"]
    return call
