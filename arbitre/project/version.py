"""Which version of the package this is."""

from pathlib import Path


def version() -> str:
    """The version of the package."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        return metadata("arbitre")["Version"]
    except PackageNotFoundError:
        return _version_in_tree()


def _version_in_tree() -> str:
    """The version in `pyproject.toml`, where the package is used without being installed."""
    import tomllib

    path = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if not path.is_file():
        return "0"
    return str(tomllib.loads(path.read_text(encoding="utf-8"))["project"]["version"])
