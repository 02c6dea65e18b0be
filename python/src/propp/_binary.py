"""The command `propp`, which does the work."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from propp._errors import NoCounters, ProppError

#: propp's exit code for "no GPU, or counters are not permitted".
_NO_GPU = 4

_BY_HAND = {"PROPP_FORMAT", "PROPP_KERNEL", "PROPP_PAGER", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"}


def find() -> str:
    """The path of the command that was installed with this package.

    `PROPP_BINARY` names another one.
    """
    named = os.environ.get("PROPP_BINARY")
    if named:
        return named
    # Of the environment, of the user, and beside a package that was installed with --target.
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    folders.append(str(Path(__file__).resolve().parents[1] / "bin"))
    for folder in folders:
        path = Path(folder, "propp")
        if path.is_file():
            return str(path)
    raise ProppError(
        "the command propp that belongs to this package is not there (looked in "
        + ", ".join(folders)
        + "); install propp-gpu again, or name the command in PROPP_BINARY"
    )


def file(path: str | os.PathLike[str]) -> str:
    """A path as an argument of propp: one that begins with a dash would be an option."""
    text = os.fspath(path)
    return f"./{text}" if text.startswith("-") else text


def environment() -> dict[str, str]:
    """What propp is called with: what the user's environment says of formats and colours is for calls
    by hand."""
    return {**{name: value for name, value in os.environ.items() if name not in _BY_HAND}, "NO_COLOR": "1"}


def run(arguments: Sequence[str], codes: Sequence[int] = (0,)) -> subprocess.CompletedProcess[bytes]:
    """Calls propp and returns its output. Exit codes beyond `codes` are errors."""
    command = [find(), *arguments]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=False, env=environment()
        )
    except OSError as error:
        raise ProppError(f"cannot run {command[0]}: {error}") from error
    if done.returncode not in codes:
        said = done.stderr.decode(errors="replace").strip()
        words = said.removeprefix("propp: ") or f"propp ended with exit code {done.returncode}"
        raise (NoCounters if done.returncode == _NO_GPU else ProppError)(words)
    return done
