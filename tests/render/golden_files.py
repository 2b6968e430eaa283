"""The shared reports in every format, as files: ``python -m tests.render.golden_files`` writes them anew.

What changes with every release, every check or every style sheet is not in them: the version, the rules of SARIF, the head of a
page, its scripts and pictures.
"""

from __future__ import annotations

import re
from pathlib import Path

from canasta_audit.render.registry import FORMATS, renderer
from canasta_audit.render.stream import Options
from canasta_audit.version import VERSION
from tests.render.shared_report import REPORTS

FOLDER = Path(__file__).resolve().parent / "golden"
ENDINGS = {
    "text": "txt", "concise": "concise.txt", "json": "json", "jsonl": "jsonl", "csv": "csv", "markdown": "md", "html": "html",
    "sarif": "sarif", "junit": "xml", "github": "github.txt",
}  # fmt: skip


def path_of(report: str, name: str) -> Path:
    """The file of a report in a format."""
    return FOLDER / f"{report}.{ENDINGS[name]}"


def rendered(report: str, name: str) -> str:
    """A report in a format, without what changes."""
    text = "".join(renderer(name)(REPORTS[report](), Options(baselined=report != "report"))).replace(
        f'ersion": "{VERSION}"', 'ersion": "*"'
    )
    if name == "sarif":
        text = re.sub(r'"rules": \[.*\]}},\n', '"rules": []}},\n', text)
        text = re.sub(r'"ruleIndex": \d+, ', "", text)
    if name == "html":
        for part in ("head", "script", "svg"):
            text = re.sub(rf"(<{part}\b[^>]*>).*?(</{part}>)", r"\1\2", text, flags=re.DOTALL)
        text = text.replace(f"canasta-audit {VERSION}", "canasta-audit *")
    return text


def write() -> None:
    """Write all files; one of a format that is gone is removed."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for report in REPORTS:
        for name in FORMATS:
            path_of(report, name).write_bytes(rendered(report, name).encode("utf-8", "backslashreplace"))


if __name__ == "__main__":
    write()
