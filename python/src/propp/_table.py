"""Tables: rows of typed columns, in the form that the caller's data frames have."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Union, overload

from propp._errors import ProppError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

#: A value of a table; what is missing is None.
Value = Union[str, int, float, bool, None]

#: The type of a column's values.
Type = Literal["text", "int", "float", "bool"]

_PANDAS = {"text": "string", "int": "Int64", "float": "Float64", "bool": "boolean"}

#: Rows that a notebook shows.
_SHOWN = 20

#: Columns that a terminal names.
_NAMED = 12


@dataclass(frozen=True)
class Column:
    """A column of a table: its name, its type, and what its values say."""

    name: str
    type: Type
    values: Sequence[Value]
    about: str = ""
    unit: str | None = None


class Table:
    """Rows of a recording.

    A table is a sequence of dicts, one a row, and needs no other package for that. `to_pandas`,
    `to_polars` and `to_arrow` make data frames; whatever reads Arrow's C stream (`polars.DataFrame`,
    `duckdb`, `pyarrow.table`) takes the table itself, if pyarrow is installed.
    """

    def __init__(
        self,
        columns: Sequence[Column] | Callable[[], Sequence[Column]],
        parquet: Callable[[], bytes] | None = None,
    ) -> None:
        self._given = columns
        self._parquet = parquet

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns, each with its values."""
        return tuple(self._given() if callable(self._given) else self._given)

    def column(self, name: str) -> Sequence[Value]:
        """The values of a column, row by row."""
        for column in self.columns:
            if column.name == name:
                return column.values
        names = ", ".join(column.name for column in self.columns)
        raise KeyError(f"there is no column {name!r}; there are {names}")

    def __len__(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    @overload
    def __getitem__(self, row: int) -> dict[str, Value]: ...
    @overload
    def __getitem__(self, row: slice) -> list[dict[str, Value]]: ...
    def __getitem__(self, row: int | slice) -> dict[str, Value] | list[dict[str, Value]]:
        if isinstance(row, slice):
            return [self[one] for one in range(*row.indices(len(self)))]
        return {column.name: column.values[row] for column in self.columns}

    def __iter__(self) -> Iterator[dict[str, Value]]:
        names = [column.name for column in self.columns]
        for values in zip(*(column.values for column in self.columns)):
            yield dict(zip(names, values))

    def to_dicts(self) -> list[dict[str, Value]]:
        """All rows, each a dict of its values by column."""
        return list(self)

    def to_arrow(self) -> pyarrow.Table:
        """As a pyarrow table (needs pyarrow)."""
        pyarrow = _package("pyarrow", "arrow")
        if self._parquet is not None:
            from pyarrow import parquet

            # Without what the file says of itself.
            return parquet.read_table(pyarrow.BufferReader(self._parquet())).replace_schema_metadata()
        types = {"text": pyarrow.string(), "int": pyarrow.int64(), "float": pyarrow.float64(), "bool": pyarrow.bool_()}
        return pyarrow.table(
            {column.name: pyarrow.array(column.values, types[column.type]) for column in self.columns}
        )

    def to_pandas(self) -> pandas.DataFrame:
        """As a pandas data frame, with types that know missing values (needs pandas)."""
        pandas = _package("pandas", "pandas")
        return pandas.DataFrame(
            {column.name: pandas.array(list(column.values), dtype=_PANDAS[column.type]) for column in self.columns}
        )

    def to_polars(self) -> polars.DataFrame:
        """As a Polars data frame (needs polars)."""
        polars = _package("polars", "polars")
        if self._parquet is not None:
            return polars.read_parquet(self._parquet())
        types = {"text": polars.String, "int": polars.Int64, "float": polars.Float64, "bool": polars.Boolean}
        return polars.DataFrame(
            {column.name: polars.Series(column.values, dtype=types[column.type]) for column in self.columns}
        )

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        names = [column.name for column in self.columns]
        more = [f"and {len(names) - _NAMED} more columns"] if len(names) > _NAMED else []
        return f"<propp.Table of {len(self)} rows: {', '.join([*names[:_NAMED], *more])}>"

    def _repr_html_(self) -> str:
        from html import escape

        def cell(column: Column, row: int) -> str:
            value = column.values[row]
            text = "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
            if len(text) > 80:
                text = text[:79] + "…"
            return f"<td>{escape(text)}</td>"

        titles = "".join(f'<th title="{escape(c.about)}">{escape(c.name)}</th>' for c in self.columns)
        shown = range(min(len(self), _SHOWN))
        rows = "".join("<tr>" + "".join(cell(c, row) for c in self.columns) + "</tr>" for row in shown)
        more = len(self) - len(shown)
        note = f"<p>and {more} more rows</p>" if more > 0 else ""
        return f"<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table>{note}"


def _package(name: str, extra: str) -> Any:
    """A package that the user may have."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ProppError(f"this needs {name} ({error}): pip install propp-gpu[{extra}]") from error


def of_rows(rows: Sequence[dict[str, Value]], columns: Sequence[tuple[str, Type, str]]) -> Table:
    """A table of rows, with columns by name, type and meaning."""
    return Table([Column(name, kind, [row[name] for row in rows], about) for name, kind, about in columns])
