"""Every format renders the shared reports to the same bytes as before."""

from __future__ import annotations

import pytest

from canasta_audit.render.registry import FORMATS
from tests.render.golden_files import FOLDER, path_of, rendered
from tests.render.shared_report import REPORTS


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("report", REPORTS)
def test_as_before(report: str, name: str) -> None:
    before = path_of(report, name).read_bytes().decode("utf-8")
    assert rendered(report, name) == before, "python -m tests.render.golden_files writes them anew"


def test_every_file_is_of_a_format() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path_of(report, name).name for report in REPORTS for name in FORMATS}
