"""The pytest plugin: `@pytest.mark.propp(Gran_L1=">=0.9", time="<=1.05*baseline")`.

A marked test runs in a process of its own under `propp profile`, which runs it at least twice. What
the GPU did while the test function ran is judged when it has passed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from propp._pytest_run import Machine

#: Set in the process in which a marked test runs under propp: the file in which it says that the
#: test has passed (empty), or why it is skipped.
_INNER = "PROPP_PYTEST_INNER"

_MACHINE: pytest.StashKey[Machine] = pytest.StashKey()

#: What a failed test says in pytest's summary.
_SHORT = pytest.StashKey[str]()

_MARKER = (
    "propp(kernel=None, **asserted): what the kernels that the test launches must come to, such as"
    ' Gran_L1=">=0.9", local_memory=0, time="<=1.05*baseline"; kernel= selects kernels by name or'
    " regex:EXPRESSION"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of the plugin."""
    group = parser.getgroup("propp", "kernels of tests marked with propp")
    group.addoption("--propp-update", action="store_true", help="write the baselines of marked tests anew")
    group.addoption(
        "--propp-require", action="store_true", help="marked tests fail where counters cannot be read (default: skip)"
    )
    group.addoption("--propp-keep", metavar="DIR", help="keep the recordings of marked tests in this folder")
    parser.addini("propp_baselines", "folder of baselines, below the root (default: .propp)", default=".propp")


def pytest_configure(config: pytest.Config) -> None:
    """Makes the marker known, and chooses which side of propp this process is on."""
    config.addinivalue_line("markers", _MARKER)
    config.pluginmanager.register(_Inside() if os.environ.get(_INNER) else _Outside(), "propp-side")


@pytest.fixture
def propp_baseline(request: pytest.FixtureRequest) -> Path:
    """The file of this test's baseline, which `pytest --propp-update` writes."""
    return baseline_of(request.node)


def baseline_of(item: pytest.Item) -> Path:
    """The file of a test's baseline."""
    folder = item.config.rootpath / item.config.getini("propp_baselines")
    return Path(folder, re.sub(r"[^\w.-]+", "_", item.nodeid) + ".json")


class _Outside:
    """The user's pytest: a marked test is run by another one, under propp."""

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, None]:
        """Leaves the fixtures of a marked test to the process in which it runs."""
        if _is_marked(item):
            item.fixturenames.clear()  # type: ignore[attr-defined]
        yield

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool | None:
        """Runs a marked test under propp, and judges its kernels."""
        if not _is_marked(pyfuncitem):
            return None
        from propp import _pytest_run

        config = pyfuncitem.config
        if _MACHINE not in config.stash:
            config.stash[_MACHINE] = _pytest_run.Machine.look()
        failure = _pytest_run.run(pyfuncitem, config.stash[_MACHINE], baseline_of(pyfuncitem), _INNER)
        if failure is not None:
            text, pyfuncitem.stash[_SHORT] = failure
            pytest.fail(text, pytrace=False)
        return True

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, None]:
        """Has the summary say what does not hold, and not the whole text."""
        outcome = yield
        crash = getattr(outcome.get_result().longrepr, "reprcrash", None)
        if crash is not None and _SHORT in item.stash:
            crash.message = item.stash[_SHORT]


class _Inside:
    """The pytest that runs one marked test under propp."""

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Generator[None, object, None]:
        """Has propp profile what the test function does, and nothing of its fixtures."""
        from propp._pytest_run import window

        with window():
            yield

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Says that the test has passed, or why it was skipped."""
        if report.skipped and isinstance(report.longrepr, tuple):
            Path(os.environ[_INNER]).write_text(report.longrepr[2])
        elif report.passed and report.when == "call":
            Path(os.environ[_INNER]).write_text("")


def _is_marked(item: pytest.Item) -> bool:
    return item.get_closest_marker("propp") is not None
