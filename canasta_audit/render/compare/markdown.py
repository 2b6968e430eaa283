"""Comparisons in Markdown: headings, lists and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from canasta_audit.compare.game import GameComparison
from canasta_audit.compare.infer import Inference
from canasta_audit.compare.matrix import Matrix
from canasta_audit.render.compare.blocks import Block, Entry, Heading, Para, Table
from canasta_audit.render.compare.game import game_blocks
from canasta_audit.render.compare.inference import inference_blocks
from canasta_audit.render.compare.matrix import matrix_blocks
from canasta_audit.render.stream import Options
from canasta_audit.render.style import printable


def matrix(found: Matrix, options: Options, all_rows: bool = False) -> Iterator[str]:
    """Yield the matrix of some rulesets."""
    return written(matrix_blocks(found, all_rows))


def game(found: GameComparison, options: Options) -> Iterator[str]:
    """Yield a game under several rulesets."""
    return written(game_blocks(found))


def inference(found: Inference, options: Options) -> Iterator[str]:
    """Yield what explains a record."""
    return written(inference_blocks(found))


def written(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield blocks as Markdown, each with a blank line before it but the first."""
    for number, block in enumerate(blocks):
        lines = "".join(f"{line}\n" for line in _lines(block))
        yield f"\n{lines}" if number else lines


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {_safe(block.text)}"
    elif isinstance(block, Para):
        yield _safe(block.text)
    elif isinstance(block, Entry):
        yield f"**{_safe(block.title)}** {_safe(block.note)}".rstrip()
        yield ""
        yield from (f"- {_safe(word)}{': ' if told else ''}{_safe(told)}" for word, told in block.rows)
        yield from (f"- {_safe(remark)}" for remark in block.tail)
    else:
        yield from _table(block)


def _table(table: Table) -> Iterator[str]:
    yield _row(table.header)
    yield "|---" + "|---:" * (len(table.header) - 1) + "|"
    yield from map(_row, table.rows)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(_safe, cells))} |"


def _safe(text: str) -> str:
    """Text that neither ends a cell nor means anything to Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", printable(" ".join(text.split())))
