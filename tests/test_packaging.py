"""The wheel holds everything that a checkout has, and works from a folder of its own."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from canasta_audit.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
DATA = ("grammar", "schemas", "fixtures")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and an sdist, built offline by the backend that is installed."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--sdist", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=folder, timeout=120, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return folder


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked as an installer does."""
    folder = tmp_path_factory.mktemp("site")
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def files_of(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


def test_the_wheel_has_all_modules_and_rulesets(unpacked: Path) -> None:
    assert files_of(ROOT / "canasta_audit") <= files_of(unpacked / "canasta_audit")
    assert (unpacked / "canasta_audit" / "py.typed").exists()


@pytest.mark.parametrize("name", DATA)
def test_the_wheel_has_the_data(unpacked: Path, name: str) -> None:
    there = files_of(unpacked / "canasta_audit" / "_data" / name)
    assert there
    assert there == files_of(ROOT / name)


def test_the_wheel_has_the_entry_point_the_version_and_the_licence(unpacked: Path) -> None:
    info = unpacked / f"canasta_audit-{VERSION}.dist-info"
    assert "canasta-audit = canasta_audit.cli.main:main" in (info / "entry_points.txt").read_text(encoding="utf-8")
    assert (info / "licenses" / "LICENSE").exists()


def test_the_wheel_has_nothing_else(unpacked: Path) -> None:
    assert {path.name for path in unpacked.iterdir()} == {"canasta_audit", f"canasta_audit-{VERSION}.dist-info"}


def test_the_sdist_has_what_the_wheel_is_built_from(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "LICENSE", "grammar/line.lark", "schemas/report.schema.json", "canasta_audit/py.typed"} <= names


def test_the_unpacked_wheel_finds_its_data(unpacked: Path) -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(unpacked)!r}); import canasta_audit;"
        "from canasta_audit.resources import data_path; print(canasta_audit.__file__); print(data_path('grammar', 'line.lark'));"
        "from canasta_audit.cli.main import main; main(['audit', '-', '-f', 'concise'])"
    )
    log = '[Sides "N S"]\ndeal 1:\nN: throws KC\n'
    done = subprocess.run(
        [sys.executable, "-c", script], input=log, capture_output=True, encoding="utf-8", cwd=unpacked, timeout=60, check=False
    )
    first, second, *rest = done.stdout.splitlines()
    assert first.startswith(str(unpacked))
    assert second.startswith(str(unpacked / "canasta_audit" / "_data"))
    assert any("SYNTAX-001" in line for line in rest), done.stderr


def test_the_version_is_written_once() -> None:
    import canasta_audit

    assert canasta_audit.__version__ == VERSION
