"""propp: how good is each kernel of a CUDA program, why, and what to change.

    >>> import propp
    >>> recording = propp.read("train.propp")           # doctest: +SKIP
    >>> recording.kernels().to_pandas()                 # doctest: +SKIP

`python -m propp` is the command `propp`. What is imported here loads in milliseconds; pandas,
Polars and pyarrow are loaded when a table is asked for in their form.
"""

from __future__ import annotations

from propp._ranges import range

TYPE_CHECKING = False  # Importing typing takes longer than the rest.
if TYPE_CHECKING:
    from propp._errors import NoCounters, ProppError
    from propp._judged import Comparison, Verdict
    from propp._launch import Launch, Replay, capture, replay
    from propp._profiling import profile
    from propp._recording import Recording, read
    from propp._table import Column, Table

    __version__: str

__all__ = [
    "Column",
    "Comparison",
    "Launch",
    "NoCounters",
    "ProppError",
    "Recording",
    "Replay",
    "Table",
    "Verdict",
    "capture",
    "profile",
    "range",
    "read",
    "replay",
]

# Where what is loaded at its first use is from.
_HOMES = {
    "Column": "propp._table",
    "Comparison": "propp._judged",
    "Launch": "propp._launch",
    "NoCounters": "propp._errors",
    "ProppError": "propp._errors",
    "Recording": "propp._recording",
    "Replay": "propp._launch",
    "Table": "propp._table",
    "Verdict": "propp._judged",
    "capture": "propp._launch",
    "profile": "propp._profiling",
    "read": "propp._recording",
    "replay": "propp._launch",
}


def __getattr__(name: str) -> object:
    value: object
    home = _HOMES.get(name)
    if home is not None:
        import importlib

        value = getattr(importlib.import_module(home), name)
    elif name == "__version__":
        import importlib.metadata

        try:
            value = importlib.metadata.version("propp-gpu")
        except importlib.metadata.PackageNotFoundError:
            raise AttributeError("propp is not installed, so it has no version") from None
    else:
        raise AttributeError(f"module 'propp' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
