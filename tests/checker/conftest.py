"""What the tests of the checker share."""

from pathlib import Path

import pytest

from tests.checker.small import Small


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """The game of shells, to be changed."""
    return Small(tmp_path)
