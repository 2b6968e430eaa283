"""The clusters of these tests. Without Dask or fsspec the tests are skipped and say why; where ``CI`` is ``true`` they fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import ROOT, without


class Running(NamedTuple):
    """A cluster that runs: the address and the process of its scheduler, and where its workers write down theirs."""

    address: str
    scheduler: int
    folder: Path
    name: str

    @property
    def workers(self) -> list[int]:
        """The processes of the workers that live."""
        pids = [int(path.name.rpartition("-")[2]) for path in self.folder.glob(f"{self.name}-*")]
        return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


@pytest.fixture(scope="session")
def fsspec() -> None:
    """The library that opens URLs, which knows of our bucket."""
    try:
        from tests.cluster import bucket
    except ImportError as error:
        without(f"{error}: install the extra `test`")
    bucket.register()


@pytest.fixture(scope="session")
def clusters(fsspec, tmp_path_factory) -> Iterator[dict[str, Running]]:
    """Clusters of all kinds."""
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        without(f"{error}: install the extra `test`")
    if not Path("/proc/self").exists():
        without("there is no /proc")
    folder = tmp_path_factory.mktemp("clusters")
    wanted = ["two=plain,plain", "other=plain,other", "none=none", "blind=blind", "lost=plain", "empty="]
    store = tmp_path_factory.mktemp("bucket")
    os.environ["CANASTA_AUDIT_BUCKET"] = str(store)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.cluster.clusters", str(folder), *wanted],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    assert process.stdout is not None
    with process.stdout:
        line = process.stdout.readline()
        assert line, (folder / "log").read_text()
        yield {name: Running(one["address"], one["scheduler"], folder, name) for name, one in json.loads(line).items()}
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture
def bucket(fsspec, tmp_path, monkeypatch, request) -> Path:
    """The folder of a bucket, which workers see as well."""
    if "clusters" in request.fixturenames:
        request.getfixturevalue("clusters")
        return Path(os.environ["CANASTA_AUDIT_BUCKET"])
    monkeypatch.setenv("CANASTA_AUDIT_BUCKET", str(tmp_path))
    return tmp_path
