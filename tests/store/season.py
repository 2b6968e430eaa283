"""Folders of logs to be kept."""

from __future__ import annotations

from pathlib import Path

from tests.cli.logs import CLEAN, FAULTY, SCORED

TAGS = """\
[Event "Autumn cup"]
[Date "2025.10.{day:02}"]
[Round "1"]
[Table "{table}"]
[North "Ann  Marsh"]
[South "{south}"]
"""


def tagged(log: str, day: int = 5, table: str = "1", south: str = "Bo Reed") -> str:
    """The log with a whole head."""
    return log.replace('[Event "Club"]\n', TAGS.format(day=day, table=table, south=south))


def many(folder: Path, number: int) -> Path:
    """So many small logs, no two of them alike."""
    folder.mkdir()
    for i in range(number):
        text = tagged((CLEAN, FAULTY, SCORED)[i % 3], 1 + i % 28, str(i % 7), f"South {i % 11}")
        (folder / f"{i:04}.cgn").write_text(f"# {i}\n{text}", encoding="utf-8")
    return folder
