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
from propp._telling import Failure

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
    *("step_launches", "step_time"),
}
#: Those of them that are asserted of the test as a whole, beside its kernels or alone.
_OF_THE_RUN = {"HSync", "DT", "launches", "copies", "copied_bytes", "step_launches", "step_time"}
#: Those that are worse when they rise.
_COSTS = {
    *("time", "instructions", "barriers_etc", "launches", "copies", "copied_bytes"),
    *("step_launches", "step_time"),
}


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
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise ProppError(f'{name}={value!r}: give a number, or a text such as ">=0.9"')
        text = f"=={value}" if isinstance(value, (int, float)) else value
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


def judge(recording: Recording, asserted: Asserted, baseline: Path) -> list[Failure]:
    """What is not as asserted; nothing if all is."""
    kernels = [row for row in recording.kernels(step="none") if asserted.means(str(row["kernel"]))]
    if not kernels:
        there = ", ".join(str(row["kernel"]) for row in recording.kernels(step="none")) or "none"
        words = f"no kernel of the test is asserted: kernel={asserted.kernel!r}, and it launched {there}"
        return [Failure("kernel", None, [words])]
    local = _local_memory(recording)
    failures: list[Failure | None] = []
    for row in kernels:
        of = {**row, "local_bytes_per_thread": local.get(row["symbol"])}
        failures += [_failure(rule, of) for rule in asserted.rules if not rule.is_of_baseline]
    if any(rule.is_of_baseline for rule in asserted.rules):
        failures += _regressions(recording, asserted, baseline)
    return [failure for failure in failures if failure is not None]


def _local_memory(recording: Recording) -> dict[Value, int]:
    """The most local memory of a thread, by kernel."""
    most: dict[Value, int] = {}
    for launch in recording.launches():
        symbol, bytes_ = launch["symbol"], launch["local_bytes_per_thread"]
        if isinstance(bytes_, int):
            most[symbol] = max(bytes_, most.get(symbol, 0))
    return most


def _failure(rule: Rule, row: Mapping[str, Value]) -> Failure | None:
    column = _ALIASES.get(rule.name, rule.name)
    if column not in row:
        numbers = sorted(name for name, value in row.items() if isinstance(value, (int, float)))
        raise ProppError(f"there is no {rule.name} to assert; there are {', '.join([*_ALIASES, *numbers])}")
    value, kernel = row[column], row["kernel"]
    if isinstance(value, (int, float)):
        if _HOLDS[rule.comparison](value, rule.number):
            return None
        words = f"assert {value:.6g} {rule.comparison} {rule.number:.6g}"
        return Failure(rule.name, kernel, [words, f" +  where {value:.6g} = {rule.name} of {kernel}"])
    if row.get(f"{column}_state") == "not_applicable":
        return None
    return Failure(rule.name, None, [f"{rule.name} of {kernel} is not known, and {rule.text} is asserted"])


def _regressions(recording: Recording, asserted: Asserted, baseline: Path) -> list[Failure]:
    """What `propp gate` says, with the limits that are asserted."""
    if not baseline.is_file():
        words = f"there is no baseline {baseline}; `pytest --propp-update` writes it"
        return [Failure("baseline", None, [words])]
    with tempfile.TemporaryDirectory(prefix="propp-gate-") as folder:
        policy = Path(folder, "propp.toml")
        policy.write_text(_policy(asserted))
        verdict = recording.gate(baseline, policy=policy)
    if verdict.passed is None:
        words = f"propp gate has no verdict: {verdict.data['refusal'] or verdict.text.strip()}"
        return [Failure("baseline", None, [words])]
    failures = []
    for kernel in verdict.data["kernels"]:
        if kernel["verdict"] == "regressed":
            judged = [of for of in kernel["quantities"] if of["verdict"] == "regressed"]
            failures += [_regression(kernel, of, asserted) for of in judged]
    told = {failure.quantity for failure in failures}
    run = verdict.data["application"] or {"verdict": "pass", "quantities": []}
    for of in run["quantities"]:
        if of["verdict"] == "regressed" and of["name"] in _OF_THE_RUN - told:
            failures.append(_regression(None, of, asserted))
    if not verdict.passed and not failures and run["verdict"] == "pass":
        return [Failure("baseline", None, verdict.text.splitlines())]
    return failures


def _regression(kernel: Mapping[str, Any] | None, of: Mapping[str, Any], asserted: Asserted) -> Failure:
    rule = next((rule for rule in asserted.rules if rule.name == of["name"]), None)
    name = kernel["name"] if kernel is not None else "the run"
    if rule is None or of["before"] is None or of["now"] is None:
        reason = of["reason"] or (kernel or {}).get("reason")
        return Failure(of["name"], None, [f"{of['name']} of {name}: {reason}"])
    limit = rule.number * of["before"]
    words = [
        f"assert {of['now']:.6g} {rule.comparison} {limit:.6g}",
        f" +  where {of['now']:.6g} = {rule.name} of {name}, and {limit:.6g} = "
        f"{rule.number:g} * {of['before']:.6g} of the baseline",
    ]
    if of["chance"] is not None:
        words.append(f" +  which is no noise: p = {of['chance']:.2g}")
    return Failure(rule.name, kernel["name"] if kernel is not None else None, words)


def _policy(asserted: Asserted) -> str:
    rules = [rule for rule in asserted.rules if rule.is_of_baseline]
    limits = "".join(f"{rule.name} = {{ relative = {rule.allowed!r} }}\n" for rule in rules)
    names = [] if asserted.kernel is None else [asserted.kernel]
    # What is not asserted may change, and so may which kernels there are.
    allowed = 'allow-new = ["regex:."]\nallow-gone = ["regex:."]\n'
    return f"[gate]\ninclude = {json.dumps(names)}\n{allowed}[gate.limits]\n{limits}others = \"ignore\"\n"
