"""One kernel launch of a program in a file, and its replay."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from propp import _binary
from propp._errors import ProppError
from propp._recording import Recording

#: propp replay's exit codes: results are right, or not.
_REPLAY_CODES = (0, 1)


@dataclass(frozen=True)
class Launch:
    """A launch that `propp capture` wrote, with all memory that it can reach.

    The file holds the program's data, and only its owner can read it.
    """

    path: Path
    #: The exit code of the program from which it was captured; None for a file that was there.
    exit_code: int | None = None

    def replay(self, **options: Any) -> Replay:
        """Runs the launch alone; the options are those of `propp.replay`."""
        return replay(self.path, **options)

    def profile(self, output: str | os.PathLike[str], *options: str) -> Recording:
        """Replays the launch under `propp profile`, with further options of it, such as `--lines`."""
        _binary.run(["profile", "--quiet", "--output", os.fspath(output), *options, "--", _binary.file(self.path)])
        return Recording(output)

    def emulate(self, output: str | os.PathLike[str], *options: str) -> Recording:
        """Runs the launch on the CPU, with further options of `propp emulate`. The file needs PTX."""
        _binary.run(["emulate", "--quiet", "--output", os.fspath(output), *options, _binary.file(self.path)])
        return Recording(output)


@dataclass(frozen=True)
class Replay:
    """What a replay did: whether its results are right, and how long it takes (`propp replay`)."""

    #: The report as the command writes it with `--format json`.
    data: dict[str, Any]

    @property
    def right(self) -> bool:
        """Whether all implementations left what the captured launch left, within the tolerance."""
        ran = [self.data["captured"], self.data["other"]]
        return all(one["right"] for one in ran if one is not None)

    @property
    def median_ns(self) -> float | None:
        """The median time of the captured launch; None if nothing was timed."""
        median: float | None = self.data["captured"]["median_ns"]
        return median

    @property
    def verdict(self) -> str | None:
        """`faster`, `slower` or `same` for the other implementation; None if there is none, or if it or the
        captured one is wrong."""
        comparison = self.data["comparison"]
        return str(comparison["verdict"]) if comparison is not None and self.right else None

    @property
    def ratio(self) -> float | None:
        """Time of the captured implementation divided by the time of the other one."""
        comparison = self.data["comparison"]
        return float(comparison["ratio"]) if comparison is not None and self.right else None

    def __str__(self) -> str:
        lines = [_line("captured", self.data["captured"])]
        if self.data["other"] is not None:
            lines.append(_line("other", self.data["other"]))
        if self.verdict is not None:
            chance = self.data["comparison"]["chance"]
            lines.append(f"the other is {self.verdict}: {self.ratio:.2f} times as fast (chance of an error {chance:.1e})")
        return "\n".join(lines)


def _line(who: str, ran: dict[str, Any]) -> str:
    median = ran["median_ns"]
    time = "not timed" if median is None else f"{median / 1e3:.3g} us"
    wrong = f"RESULTS DIFFER: {ran['wrong']} of {ran['compared']} numbers"
    return f"{who:<9} {time}, {'results right' if ran['right'] else wrong}"


def capture(
    kernel: str,
    command: Sequence[str | os.PathLike[str]],
    *,
    output: str | os.PathLike[str] = "kernel.launch",
    launch: int = 1,
    limit_mib: int | None = None,
    launch_timeout: float | None = None,
    stop: bool = False,
    force: bool = False,
) -> Launch:
    """Runs a program and takes one launch of a kernel out of it, with all memory that it can reach.

    `kernel` is a part of the kernel's name, or several words of it; `launch` counts the launches of such
    kernels. `command` is the program and its arguments; a script of Python runs with this Python. If the
    launch takes longer than `launch_timeout` seconds (10), or the work before it, the program goes on and
    a `ProppError` says so. `stop` ends the program when the launch is captured. The program's output goes
    where this process's goes.
    """
    path = Path(output)
    words = [os.fspath(word) for word in command]
    if not words:
        raise ProppError('no program is given; name one, such as ["./app", "100"]')
    if words[0].endswith(".py") or words[0] in ("-m", "-c"):
        words.insert(0, sys.executable)
    call = [_binary.find(), "capture", "--quiet", "--kernel", kernel, "--launch", str(launch), "--output", str(path)]
    call += [] if limit_mib is None else ["--limit", str(limit_mib)]
    call += [] if launch_timeout is None else ["--launch-timeout", str(launch_timeout)]
    call += ["--stop"] * stop + ["--force"] * force
    before = _file(path)
    said = []
    try:
        with subprocess.Popen(
            [*call, "--", *words], stderr=subprocess.PIPE, text=True, errors="replace", env=_binary.environment()
        ) as running:
            assert running.stderr is not None
            for line in running.stderr:
                print(line, end="", file=sys.stderr)
                if line.startswith("propp: "):
                    said.append(line.removeprefix("propp: ").strip())
    except OSError as error:
        raise ProppError(f"cannot run {call[0]}: {error}") from error
    if _file(path) in (None, before):
        reason = said[-1] if said else f"propp capture ended with exit code {running.returncode}"
        raise ProppError(reason)
    return Launch(path, running.returncode)


def _file(path: Path) -> tuple[int, int] | None:
    """Which file there is; a new one is another, also under the same name."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_ino, about.st_mtime_ns


def replay(
    launch: Launch | str | os.PathLike[str],
    *,
    other: str | os.PathLike[str] | None = None,
    source: str | os.PathLike[str] | None = None,
    kernel: str | None = None,
    grid: Sequence[int] | None = None,
    block: Sequence[int] | None = None,
    shared: int | None = None,
    tolerance: float | None = None,
    absolute: float | None = None,
    type: str | None = None,
    rounds: int | None = None,
    warm: bool = False,
) -> Replay:
    """Runs a captured launch alone, checks its results, and times it.

    `other` is a cubin, program or library with another implementation, and `source` one that propp
    compiles with nvcc; `kernel` names it, and `grid`, `block` and `shared` change its launch. Results that
    differ by up to `tolerance` (relative) or `absolute` are right, of numbers of `type` (f16, bf16, f32,
    f64). Each implementation is timed in `rounds` launches, with an empty L2 cache unless it is `warm`.
    """
    path = launch.path if isinstance(launch, Launch) else Path(launch)
    sizes = {"--grid": grid, "--block": block}
    given: dict[str, object] = {
        "--with": other,
        "--source": source,
        "--kernel": kernel,
        **{name: None if of is None else ",".join(map(str, of)) for name, of in sizes.items()},
        "--shared": shared,
        "--tolerance": tolerance,
        "--absolute": absolute,
        "--type": type,
        "--rounds": rounds,
    }
    options = [f"{name}={value}" for name, value in given.items() if value is not None]
    options += ["--warm"] * warm
    call = ["replay", "--quiet", "--format", "json", *options, _binary.file(path)]
    return Replay(json.loads(_binary.run(call, codes=_REPLAY_CODES).stdout))
