"""Ranges, told to the library that propp loads into the programs it profiles.

This file needs nothing of the package: propp also puts it into the start-up folder of profiled
programs, where the hook on PyTorch uses it.
"""

from __future__ import annotations

import os

# Importing typing would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, TypeVar, overload

    from typing_extensions import Self

    Function = TypeVar("Function", bound=Callable[..., Any])

#: What propp sets in the programs that it profiles.
_LIBRARY, _CONFIG = "CUDA_INJECTION64_PATH", "PROPP_INJECT_CONFIG"


def library() -> ctypes.PyDLL | None:
    """The library, if this process is profiled by a propp that knows these calls."""
    path = os.environ.get(_LIBRARY)
    if not path or not os.environ.get(_CONFIG):
        return None
    import ctypes

    try:
        # The driver loads the same file later, or has done so. The calls are shorter than giving
        # the interpreter's lock back and taking it again.
        return _with_types(ctypes.PyDLL(path))
    except (OSError, AttributeError):
        return None


def _with_types(loaded: ctypes.PyDLL) -> ctypes.PyDLL:
    import ctypes

    loaded.propp_name.argtypes, loaded.propp_name.restype = [ctypes.c_char_p], ctypes.c_uint32
    loaded.propp_owner.argtypes, loaded.propp_owner.restype = [ctypes.c_uint32, ctypes.c_uint32], None
    loaded.propp_autograd.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
    loaded.propp_autograd.restype = ctypes.c_int
    loaded.propp_range_push.argtypes, loaded.propp_range_push.restype = [ctypes.c_uint32], None
    loaded.propp_range_pop.argtypes, loaded.propp_range_pop.restype = [], None
    return loaded


class _Named:
    """A range of one name: it holds nothing of a single visit, so it is made once and nests."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, function: Function) -> Function:
        from functools import wraps

        name = self._name

        # Each call looks anew: parts of a process may be profiled (propp.profile).
        @wraps(function)
        def in_range(*args: Any, **kwargs: Any) -> Any:
            if _library is None and _is_off:
                return function(*args, **kwargs)
            with _of(name):
                return function(*args, **kwargs)

        return in_range  # type: ignore[return-value]


class _Range(_Named):
    """One that is told."""

    __slots__ = ("_number", "_pop", "_push")

    def __init__(self, name: str, told: ctypes.PyDLL) -> None:
        super().__init__(name)
        self._number: int = told.propp_name(name.encode())
        self._push, self._pop = told.propp_range_push, told.propp_range_pop

    def __enter__(self) -> Self:
        self._push(self._number)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pop()


class _Nothing(_Named):
    """One where nothing is profiled."""

    __slots__ = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


_ranges: dict[str, _Range | _Nothing] = {}
_library: ctypes.PyDLL | None = None
#: Whether it is known that this process is not profiled as a whole.
_is_off = False


def use(loaded: ctypes.PyDLL | None) -> None:
    """Has ranges tell this library; without one, nobody."""
    global _is_off, _library
    _library = _with_types(loaded) if loaded is not None else None
    _is_off = True
    _ranges.clear()


def _of(name: str) -> _Range | _Nothing:
    global _is_off, _library
    made = _ranges.get(name)
    if made is not None:
        return made
    if _library is None and not _is_off:
        _library, _is_off = library(), True
    made = _Nothing(name) if _library is None else _Range(name, _library)
    return _ranges.setdefault(name, made)


if TYPE_CHECKING:

    @overload
    def _typed(name: str) -> _Range | _Nothing: ...
    @overload
    def _typed(name: Function) -> Function: ...
    def _typed(name: Any) -> Any: ...


def _range(name: Any) -> Any:
    """Says that what is launched meanwhile belongs together.

    As a context manager, `with propp.range("attention"):`, or as a decorator,
    `@propp.range("attention")`, or `@propp.range` for a range of the function's name. Ranges nest;
    a launch belongs to the innermost one of its thread. In reports they are what NVTX ranges are.
    Where propp profiles nothing, a range does nothing.
    """
    return _of(name) if isinstance(name, str) else _of(name.__qualname__)(name)


if TYPE_CHECKING:
    range = _typed
else:
    _range.__name__ = _range.__qualname__ = "range"
    range = _range
