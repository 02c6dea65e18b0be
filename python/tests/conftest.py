"""Where the bundled recordings are."""

import os
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

REPOSITORY = Path(os.environ.get("PROPP_REPOSITORY", Path(__file__).parents[2]))


@pytest.fixture(scope="session")
def repository():
    return REPOSITORY


@pytest.fixture(scope="session")
def recordings():
    return REPOSITORY / "recordings"
