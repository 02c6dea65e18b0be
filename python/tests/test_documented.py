"""Every public name says what it is."""

import importlib
import inspect
import pkgutil

import propp


def public():
    """Public names of the package, and the methods and properties of its classes."""
    for name in propp.__all__:
        value = getattr(propp, name)
        yield f"propp.{name}", value
        if inspect.isclass(value):
            for below, member in vars(value).items():
                if not below.startswith("_") and (callable(member) or hasattr(member, "__get__")):
                    yield f"propp.{name}.{below}", member


def test_every_public_name_has_a_docstring():
    of = list(public())
    assert len(of) > 20
    assert [name for name, value in of if not inspect.getdoc(value)] == []


def test_every_module_has_a_docstring():
    for module in pkgutil.iter_modules(propp.__path__, "propp."):
        if not module.name.endswith("__main__"):
            assert importlib.import_module(module.name).__doc__, module.name


def test_what_is_public_is_listed():
    assert set(propp.__all__) <= set(dir(propp))
    assert all(hasattr(propp, name) for name in propp.__all__)
