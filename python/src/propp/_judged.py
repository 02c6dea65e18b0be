"""What comparing and gating recordings says."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any


@dataclass(frozen=True)
class Comparison:
    """Which of several recordings is faster, how sure, and why (`propp compare`)."""

    #: The report as the command writes it with `--format json`.
    data: dict[str, Any]
    #: The report for people.
    text: str

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


@dataclass(frozen=True)
class Verdict(Comparison):
    """Whether a program has become worse than its baseline (`propp gate`)."""

    #: True: nothing regressed. False: something did. None: there is no verdict.
    passed: bool | None
