"""Which tests run in one process under `--dist loadfile`: those of a file; and of files that look at one
check of what is shipped."""

from typing import Any

import pytest

TOGETHER = {
    "tests/spec/test_emotrions_advanced.py": "emotrions/standard",
    "tests/spec/test_emotrions_findings.py": "emotrions/standard",
}
"""Files whose tests share a check."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Files as units of work, some of them together."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            return TOGETHER.get(file, file)

    return Together(config, log)
