"""What is in the sdist and the wheel, against the tree; and that the wheel runs."""

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("dsl", "interpreter", "checker", "arbitre")
DATA = ("spec", "rules-src")


def tree(folders: Iterable[str]) -> set[str]:
    """The files under these folders of the tree, caches apart."""
    return {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.endswith(".pyc")
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
        timeout=300,
    )
    return folder


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


def test_the_sdist_has_the_tree(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    needed = tree((*PACKAGES, *DATA, "tests", "docs"))
    assert needed - names == set()
    assert {
        "arbitre.toml",
        "LICENSE",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "pyproject.toml",
    } <= names


def test_the_wheel_has_the_packages_and_the_project(unpacked: Path) -> None:
    inside = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    shipped = {f"arbitre/shipped/{name}" for name in (*tree(DATA), "arbitre.toml")}
    rest = {name for name in inside if ".dist-info/" not in name}
    assert rest == tree(PACKAGES) | shipped


def test_the_texts_are_shipped_byte_for_byte(unpacked: Path) -> None:
    for name in sorted(tree(DATA)):
        assert (unpacked / "arbitre/shipped" / name).read_bytes() == (ROOT / name).read_bytes()


def test_the_wheel_runs(unpacked: Path, tmp_path: Path) -> None:
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("ARBITRE", "PYTHON"))}
    ran = subprocess.run(
        [sys.executable, "-m", "arbitre", "list", "--format", "json"],
        cwd=tmp_path,
        env=environ | {"PYTHONPATH": str(unpacked), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    where = subprocess.run(
        [sys.executable, "-c", "import arbitre.project.project as p; print(p.__file__, p.shipped())"],
        cwd=tmp_path,
        env=environ | {"PYTHONPATH": str(unpacked), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.split() == [
        str(unpacked / "arbitre/project/project.py"),
        str(unpacked / "arbitre/shipped"),
    ]
    assert json.loads(ran.stdout)["games"]
