"""Whether the kernels of a recording are as asserted."""

from __future__ import annotations

import json
import operator
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from propp._errors import ProppError
from propp._recording import Recording
from propp._table import Value

_HOLDS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
_UNITS = {"": 1.0, "ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9, "B": 1.0, "KB": 1e3, "KiB": 1024.0}
_RULE = re.compile(r"\s*(<=|>=|==|<|>)?\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*([A-Za-z]*)\s*(?:\*\s*(baseline))?\s*")

#: What is asserted of a kernel beside the columns of its row, and where it is from.
_ALIASES = {"time": "median_ns", "local_memory": "local_bytes_per_thread", "shared_memory": "static_shared_bytes"}

#: What `propp gate` compares with a baseline.
_COMPARED = {
    *("OCC", "TDiv", "Gran_L1", "Gran_L2", "SMem_eff", "DSync", "LB_W", "LB_SM", "CI", "QM_kernel"),
    *("HSync", "DT", "time", "instructions", "barriers_etc", "launches", "copies", "copied_bytes"),
}
#: Those that are worse when they rise.
_COSTS = {"time", "instructions", "barriers_etc", "launches", "copies", "copied_bytes"}


@dataclass(frozen=True)
class Rule:
    """An assertion on one quantity of each kernel."""

    name: str
    comparison: str
    number: float
    #: Whether `number` is a factor of the baseline's value.
    is_of_baseline: bool
    #: As it was written.
    text: str

    @classmethod
    def parse(cls, name: str, value: object) -> Rule:
        """Reads what a marker says."""
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ProppError(f'{name}={value!r}: give a number, or a text such as ">=0.9"')
        text = f"=={value}" if isinstance(value, int | float) else value
        match = _RULE.fullmatch(text)
        if not match or match[3] not in _UNITS:
            units = ", ".join(unit for unit in _UNITS if unit)
            raise ProppError(
                f'{name}={value!r} is no assertion: ">=0.9", "<=20us" (units: {units}), 0, or "<=1.05*baseline"'
            )
        rule = cls(name, match[1] or "==", float(match[2]) * _UNITS[match[3]], bool(match[4]), text.strip())
        if rule.is_of_baseline:
            rule._check_of_baseline()
        return rule

    def _check_of_baseline(self) -> None:
        if self.name not in _COMPARED:
            raise ProppError(f"{self.name} has no baseline; there are {', '.join(sorted(_COMPARED))}")
        wanted, allowed = ("<=", self.number - 1) if self.name in _COSTS else (">=", 1 - self.number)
        if self.comparison != wanted or allowed < 0:
            example = f"<={1.05}*baseline" if self.name in _COSTS else ">=0.95*baseline"
            raise ProppError(f'{self.name}="{self.text}": what may become worse is asserted as "{example}"')

    @property
    def allowed(self) -> float:
        """How much worse the quantity may become, as a share of the baseline's value."""
        return abs(self.number - 1)


@dataclass(frozen=True)
class Asserted:
    """All that a marker says."""

    rules: tuple[Rule, ...]
    kernel: str | None = None
    given: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> Asserted:
        """Reads the names and values of a marker."""
        kernel = given.get("kernel")
        if kernel is not None and not isinstance(kernel, str):
            raise ProppError(f"kernel={kernel!r}: give a name, or regex:EXPRESSION")
        rules = tuple(Rule.parse(name, value) for name, value in given.items() if name != "kernel")
        if not rules:
            raise ProppError('nothing is asserted; say what of, such as Gran_L1=">=0.9"')
        return cls(rules, kernel, dict(given))

    def means(self, kernel: str) -> bool:
        """Whether a kernel is one of those that are asserted."""
        if self.kernel is None:
            return True
        if self.kernel.startswith("regex:"):
            return re.search(self.kernel.removeprefix("regex:"), kernel) is not None
        # The function's own name, with template arguments or without, or the whole.
        bare = re.split(r"[<(]", kernel)[0].split()[-1]
        return self.kernel in (kernel, bare, bare.rsplit("::", 1)[-1])


def headline(asserted: Asserted) -> str:
    """The marker as it was written, as pytest shows the line that failed."""
    given = ", ".join(f"{name}={value!r}" for name, value in asserted.given.items())
    return f">   @pytest.mark.propp({given})"


def judge(recording: Recording, asserted: Asserted, baseline: Path) -> list[str]:
    """What is not as asserted, in the words of pytest; nothing if all is."""
    kernels = [row for row in recording.kernels() if asserted.means(str(row["kernel"]))]
    if not kernels:
        there = ", ".join(str(row["kernel"]) for row in recording.kernels()) or "none"
        return [f"E   no kernel of the test is asserted: kernel={asserted.kernel!r}, and it launched {there}"]
    local = _local_memory(recording)
    failures = []
    for row in kernels:
        of = {**row, "local_bytes_per_thread": local.get(row["symbol"])}
        for rule in asserted.rules:
            if not rule.is_of_baseline:
                failures += _failure(rule, of, recording)
    if any(rule.is_of_baseline for rule in asserted.rules):
        failures += _regressions(recording, asserted, baseline)
    return failures


def _local_memory(recording: Recording) -> dict[Value, Value]:
    """The most local memory of a thread, by kernel."""
    most: dict[Value, Value] = {}
    launches = [*recording.launches()]
    for launch in launches:
        symbol, bytes_ = launch["symbol"], launch["local_bytes_per_thread"]
        if isinstance(bytes_, int):
            before = most.get(symbol)
            most[symbol] = max(bytes_, before if isinstance(before, int) else 0)
    return most


def _failure(rule: Rule, row: Mapping[str, Value], recording: Recording) -> list[str]:
    column = _ALIASES.get(rule.name, rule.name)
    if column not in row:
        numbers = sorted(name for name, value in row.items() if isinstance(value, int | float))
        raise ProppError(f"there is no {rule.name} to assert; there are {', '.join([*_ALIASES, *numbers])}")
    value, kernel = row[column], row["kernel"]
    if isinstance(value, int | float):
        if _HOLDS[rule.comparison](value, rule.number):
            return []
        lines = [f"E   assert {value:.6g} {rule.comparison} {rule.number:.6g}"]
        lines.append(f"E    +  where {value:.6g} = {rule.name} of {kernel}")
        return [*lines, *_hint(rule, kernel, recording)]
    if row.get(f"{column}_state") == "not_applicable":
        return []
    return [f"E   {rule.name} of {kernel} is not known, and {rule.text} is asserted"]


def _hint(rule: Rule, kernel: Value, recording: Recording) -> list[str]:
    """The first hint on the kernel that is about the quantity, or else its first."""
    hints = [hint for hint in recording.hints() if hint["kernel"] == kernel]
    hints.sort(key=lambda hint: hint["criterion"] != rule.name)
    lines = []
    for hint in hints[:1]:
        at = f"{Path(str(hint['file'])).name}:{hint['line']}: " if hint["file"] else ""
        lines.append(f"E      hint: {at}{hint['title']}: {hint['remedy']}")
        now, then = hint["now_ns"], hint["likely_ns"]
        if isinstance(now, float) and isinstance(then, float):
            lines.append(f"E      a launch takes {_us(now)} now, and likely {_us(then)} then")
    return lines


def _us(ns: float) -> str:
    return f"{ns / 1e3:.3g} us"


def _regressions(recording: Recording, asserted: Asserted, baseline: Path) -> list[str]:
    """What `propp gate` says, with the limits that are asserted."""
    if not baseline.is_file():
        return [f"E   there is no baseline {baseline}; `pytest --propp-update` writes it"]
    with tempfile.TemporaryDirectory(prefix="propp-gate-") as folder:
        policy = Path(folder, "propp.toml")
        policy.write_text(_policy(asserted))
        verdict = recording.gate(baseline, policy=policy)
    if verdict.passed:
        return []
    if verdict.passed is None:
        return [f"E   propp gate has no verdict: {verdict.data['refusal'] or verdict.text.strip()}"]
    lines = []
    judged = [*verdict.data["kernels"], verdict.data["application"]]
    for kernel in judged:
        for of in kernel["quantities"] if kernel and kernel["verdict"] == "regressed" else []:
            if of["verdict"] == "regressed":
                lines += _regression(kernel, of, asserted, recording)
    return lines or [f"E   {line}" for line in verdict.text.splitlines()]


def _regression(
    kernel: Mapping[str, Any], of: Mapping[str, Any], asserted: Asserted, recording: Recording
) -> list[str]:
    rule = next((rule for rule in asserted.rules if rule.name == of["name"]), None)
    if rule is None or of["before"] is None or of["now"] is None:
        return [f"E   {of['name']} of {kernel['name']}: {of['reason']}"]
    limit = rule.number * of["before"]
    lines = [f"E   assert {of['now']:.6g} {rule.comparison} {limit:.6g}"]
    lines.append(
        f"E    +  where {of['now']:.6g} = {rule.name} of {kernel['name']}, and {limit:.6g} = "
        f"{rule.number:g} * {of['before']:.6g} of the baseline"
    )
    if of["chance"] is not None:
        lines.append(f"E    +  which is no noise: p = {of['chance']:.2g}")
    return [*lines, *_hint(rule, kernel["name"], recording)]


def _policy(asserted: Asserted) -> str:
    rules = [rule for rule in asserted.rules if rule.is_of_baseline]
    limits = "".join(f"{rule.name} = {{ relative = {rule.allowed!r} }}\n" for rule in rules)
    names = [] if asserted.kernel is None else [asserted.kernel]
    # What is not asserted may change, and so may which kernels there are.
    allowed = 'allow-new = ["regex:."]\nallow-gone = ["regex:."]\n'
    return f"[gate]\ninclude = {json.dumps(names)}\n{allowed}[gate.limits]\n{limits}others = \"ignore\"\n"
