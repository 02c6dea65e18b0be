"""Where the bundled recordings are."""

import os
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

REPOSITORY = Path(os.environ.get("PROPP_REPOSITORY", Path(__file__).parents[2]))


@pytest.fixture
def repository():
    return REPOSITORY


@pytest.fixture
def recordings():
    return REPOSITORY / "recordings"
