"""Flat tables of what propp's JSON nests."""

from __future__ import annotations

from typing import Any

from propp._table import Table, Type, Value, of_rows

_HINTS: list[tuple[str, Type, str]] = [
    ("kernel", "text", "Full demangled name; missing for hints on the run"),
    ("symbol", "text", "Name as the driver knows it"),
    ("nvtx", "text", "NVTX range around the launches"),
    ("place", "int", "Which hint of the kernel, from 1, the most gain first"),
    ("rule", "text", "The rule that found it, such as bank-conflicts"),
    ("title", "text", "The rule in words"),
    ("criterion", "text", "The criterion that it is about"),
    ("value", "float", "The criterion's value"),
    ("file", "text", "Source file of the line that has most of it"),
    ("line", "int", "That line"),
    ("remedy", "text", "What to change"),
    ("library", "text", "The library whose kernel it is, so that the call is to be changed"),
    ("now_ns", "float", "Time of a launch (of the run, for hints on the run) as measured"),
    ("least_ns", "float", "The least that is expected after the change"),
    ("likely_ns", "float", "The time that is likely after the change"),
    ("most_ns", "float", "The most that is expected after the change"),
    ("unpriced", "text", "Why there is no time"),
]

_LINES: list[tuple[str, Type, str]] = [
    ("kernel", "text", "Full demangled name"),
    ("symbol", "text", "Name as the driver knows it"),
    ("nvtx", "text", "NVTX range around the launch"),
    ("file", "text", "Source file as the compiler recorded it"),
    ("line", "int", "Number of the line"),
    ("text", "text", "The line's text; missing if the file was not found"),
    ("time_share", "float", "The line's share of the kernel's predicted time"),
    ("hints", "text", "Rules of the hints that are about this line"),
]

_MODULES: list[tuple[str, Type, str]] = [
    ("module", "text", "Path of the module, such as encoder.layers.3.self_attn"),
    ("phase", "text", "forward or backward; missing outside of modules"),
    ("launches", "int", "Launches of the unprofiled run"),
    ("total_ns", "int", "Time of their kernels"),
    ("time_share", "float", "Share of the time of all kernels"),
]

_STEPS: list[tuple[str, Type, str]] = [
    ("kind", "int", "Kind of the step, from 1, such as training and evaluation"),
    ("step", "int", "Number of the step among those of its kind, from 1"),
    ("is_reported", "int", "1 for the steps that the report is about"),
    ("start_ns", "int", "Start of its first kernel, since 1970"),
    ("duration_ns", "int", "To the next kernel, or to the end of the last step"),
]


def steps(document: dict[str, Any]) -> Table:
    """The steps of `propp show --format json`, none for programs without steps."""
    found = document["run"]["steps"] or {"kinds": [], "main": 0, "first_reported": 0, "reported": 0}
    reported = range(found["first_reported"], found["first_reported"] + found["reported"])
    rows: list[dict[str, Value]] = []
    for kind, of in enumerate(found["kinds"]):
        for step, (begin, end) in enumerate(zip(of["begins_ns"], of["ends_ns"]), 1):
            is_reported = int(kind == found["main"] and step in reported)
            row = {"kind": kind + 1, "step": step, "is_reported": is_reported}
            rows.append({**row, "start_ns": begin, "duration_ns": end - begin})
    return of_rows(rows, _STEPS)


def hints(document: dict[str, Any]) -> Table:
    """The hints of `propp show --format json`."""
    rows: list[dict[str, Value]] = []
    advised = [*document["kernels"], {"name": None, "advice": document["advice"]}]
    for kernel in advised:
        for place, hint in enumerate((kernel["advice"] or {"hints": []})["hints"], 1):
            at, time = hint["at"] or {}, hint["time"] or {}
            given = {name: hint[name] for name in _names(_HINTS) if name in hint}
            row = {
                **given,
                "kernel": kernel["name"],
                "symbol": kernel.get("symbol"),
                "nvtx": kernel.get("nvtx"),
                "place": place,
                "file": at.get("file"),
                "line": at.get("line"),
            }
            row.update({name: time.get(name) for name in ("now_ns", "least_ns", "likely_ns", "most_ns")})
            rows.append(row)
    return of_rows(rows, _HINTS)


def lines(document: dict[str, Any]) -> Table:
    """The lines of `propp show --lines --format json`."""
    rows: list[dict[str, Value]] = []
    counted: dict[str, Type] = {}
    for kernel in document["kernels"]:
        for line in kernel["lines"]:
            counts = {name: value for name, value in line["counts"].items() if _is_number(value)}
            for name, value in counts.items():
                counted[name] = "float" if isinstance(value, float) or counted.get(name) == "float" else "int"
            row = {"kernel": kernel["name"], "symbol": kernel["symbol"], "nvtx": kernel["nvtx"]}
            row.update({name: line[name] for name in ("file", "line", "text", "time_share")})
            rows.append({**row, "hints": ", ".join(line["hints"]), **counts})
    columns = [*_LINES, *((name, kind, "Counted in one launch") for name, kind in counted.items())]
    return of_rows([{name: row.get(name) for name, _, _ in columns} for row in rows], columns)


def modules(document: dict[str, Any]) -> Table:
    """The modules of `propp show --format json`."""
    of = document.get("modules", [])
    return of_rows([{name: row[name] for name in _names(_MODULES)} for row in of], _MODULES)


def _names(columns: list[tuple[str, Type, str]]) -> list[str]:
    return [name for name, _, _ in columns]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
