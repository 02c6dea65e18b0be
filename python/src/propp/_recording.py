"""Recordings, read by the command `propp`."""

from __future__ import annotations

import json
import os
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from propp import _binary, _flat
from propp._errors import ProppError
from propp._judged import Comparison, Verdict
from propp._table import Column, Table

#: Kernels that a notebook shows.
_SHOWN = 10

#: propp gate's exit codes: passed, regressed, no verdict.
_GATE_CODES = {0: True, 1: False, 3: None}


def read(path: str | os.PathLike[str], *, weights: str | None = None) -> Recording:
    """Opens a recording, as `propp profile` writes it.

    `weights` is what the metric QM is computed with, as `--weights` has it: `auto`, the name of
    bundled weights, or a file.
    """
    recording = Recording(path, weights=weights)
    if not recording.path.is_file():
        raise ProppError(f"there is no recording {recording.path}; `propp profile APP` makes one")
    return recording


class Recording:
    """A recording of a CUDA program. Each table is read when it is asked for."""

    def __init__(self, path: str | os.PathLike[str], *, weights: str | None = None) -> None:
        self.path = Path(path)
        self._weights = [f"--weights={weights}"] if weights else []

    @property
    def _file(self) -> str:
        """The path as an argument of propp."""
        return _binary.file(self.path)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The whole report as `propp show --format json` writes it."""
        return self._json("show", self._file, "--format", "json", *self._weights)

    def kernels(self, *, step: str = "auto") -> Table:
        """One row a kernel: its launches, times, criteria, QM and predicted time.

        They are of the steps that the program repeats, and the column `steps` says of how many; of
        the whole run if there are no steps (`steps` is then missing) or `step` is `none`. `step` is
        what `--step` of `propp show` takes.
        """
        return self._rows("kernels", f"--step={step}")

    def launches(self) -> Table:
        """One row a launch of the unprofiled run: what, where, when, how long."""
        return self._rows("launches")

    def counters(self) -> Table:
        """One row a launch whose counters were read, with a column for each counter."""
        return self._rows("counters")

    def hints(self) -> Table:
        """One row a hint: what to change in a kernel or in the run, and what it should bring."""
        return _flat.hints(self.data)

    def lines(self, *, sources: str | os.PathLike[str] | None = None) -> Table:
        """One row a source line of the kernels that `propp profile --lines` counted.

        Sources are read below the working directory, and below the folder `sources`.
        """
        folder = [] if sources is None else ["--sources", _binary.file(sources)]
        document = self._json("show", self._file, "--format", "json", "--lines", *folder, *self._weights)
        return _flat.lines(document)

    def steps(self) -> Table:
        """One row a step that the program repeats: when it began, how long it took."""
        return _flat.steps(self.data)

    def modules(self) -> Table:
        """One row a module of PyTorch and phase: the time of the kernels that it launched."""
        return _flat.modules(self.data)

    def compare(self, *others: Recording | str | os.PathLike[str]) -> Comparison:
        """Compares other recordings with this one: which is faster, how sure, and why."""
        files = [self._file, *(_binary.file(_path(other)) for other in others)]
        done = _binary.run(["compare", *files, "--format", "table", *self._weights])
        data = self._json("compare", *files, "--format", "json", *self._weights)
        return Comparison(data, done.stdout.decode())

    def baseline(self, *others: Recording | str | os.PathLike[str]) -> str:
        """This run, and other runs of the same program, as the text of a baseline."""
        files = [self._file, *(_binary.file(_path(other)) for other in others)]
        return _binary.run(["baseline", *files, *self._weights]).stdout.decode()

    def gate(
        self,
        baseline: str | os.PathLike[str],
        *others: Recording | str | os.PathLike[str],
        policy: str | os.PathLike[str] | None = None,
    ) -> Verdict:
        """Whether the program has become worse than its baseline, a file of `propp baseline`.

        `others` are further runs of the program as it is now; `policy` is a file whose table
        `[gate]` says what is allowed.
        """
        files = [self._file, *(_binary.file(_path(other)) for other in others)]
        call = ["gate", *files, "--baseline", _binary.file(baseline), *self._weights]
        call += ["--policy", _binary.file(policy)] if policy is not None else []
        done = _binary.run([*call, "--format", "json"], codes=tuple(_GATE_CODES))
        data = json.loads(done.stdout or b"{}")
        if "verdict" not in data:
            # No verdict of the gate, but why the call was refused.
            raise ProppError(done.stderr.decode(errors="replace").strip().removeprefix("propp: "))
        text = _binary.run(call, codes=tuple(_GATE_CODES)).stdout.decode()
        return Verdict(data, text, _GATE_CODES[done.returncode])

    def html(self, *, top: int | None = None, sources: str | os.PathLike[str] | None = None) -> str:
        """The report as one HTML page; of the first `top` kernels, or of all.

        Sources are read below the working directory, and below the folder `sources`.
        """
        options = [] if top is None else ["--top", str(top)]
        options += [] if sources is None else ["--sources", _binary.file(sources)]
        return _binary.run(["show", self._file, "--format", "html", *options, *self._weights]).stdout.decode()

    def __str__(self) -> str:
        return _binary.run(["show", self._file, "--format", "table", *self._weights]).stdout.decode()

    def __repr__(self) -> str:
        return f"propp.read({str(self.path)!r})"

    def _repr_html_(self) -> str:
        # A frame of its own: the page's style stays out of the notebook's.
        page = escape(self.html(top=_SHOWN), quote=True)
        return (
            '<iframe sandbox="allow-scripts" style="width: 100%; height: 32em; border: 1px solid #8884"'
            f' title="propp: {escape(self.path.name, quote=True)}" srcdoc="{page}"></iframe>'
        )

    def _rows(self, what: str, *options: str) -> Table:
        call = ["show", self._file, "--rows", what, *options, *self._weights, "--format"]

        def columns() -> list[Column]:
            document = self._json(*call, "json")
            return [Column(of["name"], of["type"], of["values"], of["about"], of["unit"]) for of in document["columns"]]

        return Table(columns, lambda: _binary.run([*call, "parquet"]).stdout)

    @staticmethod
    def _json(*call: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(_binary.run(call).stdout)
        return document


def _path(recording: Recording | str | os.PathLike[str]) -> Path:
    return recording.path if isinstance(recording, Recording) else Path(recording)
