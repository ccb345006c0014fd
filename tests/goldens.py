"""Golden texts: what a test expects, in a file beside it.

`UPDATE_GOLDENS=1 python -m pytest` writes them anew; where CI is set that is refused.
"""

import os
from pathlib import Path


def check_golden(path: Path, text: str) -> None:
    """Fails where `text` is not what the file holds."""
    if os.environ.get("UPDATE_GOLDENS"):
        assert not os.environ.get("CI"), "goldens are not updated in CI"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"{path} is missing: run UPDATE_GOLDENS=1 python -m pytest {path.parent}"
    assert text == path.read_text(encoding="utf-8"), f"differs from {path}"
