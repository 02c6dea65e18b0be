"""Ranges where nothing is profiled, and the calls that a profiled program makes."""

import pytest

import propp
from propp import _ranges


@pytest.fixture
def told(monkeypatch):
    """What is told to a library that notes it."""
    calls = []

    class Library:
        def __init__(self):
            self.names = []

        def propp_name(self, name):
            self.names.append(name.decode())
            return len(self.names)

        def propp_range_push(self, number):
            calls.append(self.names[number - 1])

        def propp_range_pop(self):
            calls.append("end")

    monkeypatch.setattr(_ranges, "_library", Library())
    monkeypatch.setattr(_ranges, "_is_off", False)
    monkeypatch.setattr(_ranges, "_ranges", {})
    return calls


def test_without_propp_a_range_does_nothing(monkeypatch):
    monkeypatch.setattr(_ranges, "_is_off", False)
    monkeypatch.setattr(_ranges, "_library", None)
    monkeypatch.setattr(_ranges, "_ranges", {})
    monkeypatch.delenv("CUDA_INJECTION64_PATH", raising=False)

    def function(x):
        return x + 1

    assert propp.range("a") is propp.range("a")
    assert propp.range(function)(1) == propp.range("a")(function)(1) == 2
    with propp.range("a"), propp.range("b"):
        assert function(1) == 2


def test_ranges_nest_and_end_whatever_happens(told):
    with pytest.raises(ZeroDivisionError), propp.range("outer"):
        with propp.range("inner"), propp.range("inner"):
            pass
        1 / 0  # noqa: B018
    assert told == ["outer", "inner", "inner", "end", "end", "end"]


def test_a_decorated_function_returns_what_it_did_in_a_range_of_its_name(told):
    @propp.range
    def attention(x, *, scale=1):
        """Attends."""
        return x * scale

    @propp.range("mlp")
    def other():
        return attention(2, scale=3)

    assert other() == 6
    assert told[0] == "mlp" and told[1].endswith("attention") and told[2:] == ["end", "end"]
    assert attention.__name__ == "attention" and attention.__doc__ == "Attends."


def test_another_tools_library_is_not_taken_for_propps(monkeypatch):
    monkeypatch.setenv("CUDA_INJECTION64_PATH", "libc.so.6")
    monkeypatch.setenv("PROPP_INJECT_CONFIG", "/nowhere")
    assert _ranges.library() is None
    monkeypatch.setenv("CUDA_INJECTION64_PATH", "/nowhere.so")
    assert _ranges.library() is None
