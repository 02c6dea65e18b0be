"""What a failed test says: what is not as asserted, at which line, and what to change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from propp._errors import ProppError
from propp._recording import Recording
from propp._table import Value


@dataclass(frozen=True)
class Failure:
    """An assertion that does not hold."""

    quantity: str
    #: The kernel whose code is to blame; None for what is of the run, or not known.
    kernel: Value
    #: What does not hold, in the words of pytest.
    words: Sequence[str]

    def short(self) -> str:
        """In one line, for pytest's summary."""
        of = "" if self.kernel is None else f", {self.quantity} of {self.kernel}"
        return f"{self.words[0]}{of}"


def tell(given: Mapping[str, object], failures: Sequence[Failure], of: Recording, lines: Callable[[], Recording | str]) -> str:
    """The whole text: the marker as it was written, and each kernel with its failures and its hint.

    `lines` makes a recording that knows the lines of kernels, or says why there is none; it is asked for
    where the first one does not know them.
    """
    marker = ", ".join(f"{name}={value!r}" for name, value in given.items())
    text = [f"@pytest.mark.propp({marker})"]
    once = cache(lines)
    for kernel in dict.fromkeys(failure.kernel for failure in failures):
        own = [failure for failure in failures if failure.kernel == kernel]
        text += [line for failure in own for line in failure.words]
        if kernel is not None:
            text += _advice(kernel, {failure.quantity for failure in own}, of, once)
    return "\n".join([f">   {text[0]}", *(f"E   {line}" for line in text[1:])])


def _advice(kernel: Value, quantities: set[str], of: Recording, lines: Callable[[], Recording | str]) -> list[str]:
    """The line, and the hint: the kernel's first that is about one of the quantities, or else its first."""
    hints = _hints(of, kernel)
    hint = min(hints, key=lambda hint: hint["criterion"] not in quantities, default=None)
    text = [f"   {_line(kernel, hint, of, lines)}"]
    if hint is not None:
        text.append(f"   hint: {hint['title']}: {hint['remedy']}")
        now, then = hint["now_ns"], hint["likely_ns"]
        if isinstance(now, float) and isinstance(then, float):
            text.append(f"   a launch takes {now / 1e3:.3g} us now, and likely {then / 1e3:.3g} us then")
    return text


def _hints(of: Recording, kernel: Value) -> list[dict[str, Value]]:
    return [hint for hint in of.hints() if hint["kernel"] == kernel]


def _line(kernel: Value, hint: Mapping[str, Value] | None, of: Recording, lines: Callable[[], Recording | str]) -> str:
    """The line that the hint is about, or else the one with most of the kernel's time."""
    # A user who sets PROPP_LINES has the lines already.
    if hint is None or not hint["file"]:
        made = lines()
        if isinstance(made, str):
            return f"its line is not known: {made}"
        of = made
        rules = [] if hint is None else [other for other in _hints(of, kernel) if other["rule"] == hint["rule"]]
        hint = rules[0] if rules else None
    try:
        there = [line for line in of.lines() if line["kernel"] == kernel]
    except ProppError as error:
        return f"its line is not known: {error}"
    if hint is not None and hint["file"]:
        place = hint["file"], hint["line"]
        text = next((line["text"] for line in there if (line["file"], line["line"]) == place), None)
        return f"at {_shown(*place, text)}"
    most = max(there, key=lambda line: _number(line["time_share"]), default=None)
    if most is None or not most["file"]:
        return "its line is not known: the code has no line information (nvcc -lineinfo gives it)"
    return f"{_number(most['time_share']):.0%} of its time is at {_shown(most['file'], most['line'], most['text'])}"


def _number(value: Value) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


def _shown(file: Value, line: Value, text: Value) -> str:
    """A line as compilers name it, with its text where that was found."""
    path = Path(str(file))
    path = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else Path(path.name)
    return f"{path}:{line}" + (f": {text.strip()}" if isinstance(text, str) else "")
