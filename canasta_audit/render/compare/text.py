"""Comparisons for people at a terminal: blocks of lines no wider than asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from canasta_audit.compare.game import GameComparison
from canasta_audit.compare.infer import Inference
from canasta_audit.compare.matrix import Matrix
from canasta_audit.render.compare.blocks import Block, Entry, Heading, Para, Table
from canasta_audit.render.compare.game import game_blocks
from canasta_audit.render.compare.inference import inference_blocks
from canasta_audit.render.compare.matrix import matrix_blocks
from canasta_audit.render.stream import Options
from canasta_audit.render.style import paint, printable, width_of

_INDENT = "  "
_LONGEST_WORD = 24
"""A longer word of a row stands on a line of its own."""


def matrix(found: Matrix, options: Options, all_rows: bool = False) -> Iterator[str]:
    """Yield the matrix of some rulesets."""
    return written(matrix_blocks(found, all_rows), options)


def game(found: GameComparison, options: Options) -> Iterator[str]:
    """Yield a game under several rulesets."""
    return written(game_blocks(found), options)


def inference(found: Inference, options: Options) -> Iterator[str]:
    """Yield what explains a record."""
    return written(inference_blocks(found), options)


def written(blocks: Iterable[Block], options: Options) -> Iterator[str]:
    """Yield blocks as text, each with a blank line before it but the first."""
    for number, block in enumerate(blocks):
        lines = "".join(f"{line}\n" for line in _lines(block, options))
        yield f"\n{lines}" if number else lines


def _lines(block: Block, options: Options) -> Iterator[str]:
    if isinstance(block, Heading):
        text = printable(block.text)
        yield paint(text.upper() if block.level == 1 else text, "strong", options.color)
        if block.level < 3:
            yield ("=" if block.level == 1 else "-") * min(width_of(text), options.width)
    elif isinstance(block, Para):
        yield from _wrapped(block.text, "", options)
    elif isinstance(block, Entry):
        yield from _entry(block, options)
    else:
        yield from _table(block)


def _entry(entry: Entry, options: Options) -> Iterator[str]:
    first, *more = _wrapped(f"{entry.title}  {entry.note}".rstrip(), "", options, hang=_INDENT)
    title = printable(entry.title)
    yield paint(title, "strong", options.color) + first[len(title) :] if first.startswith(title) else first
    yield from more
    words = [printable(word) for word, _ in entry.rows]
    column = max((width_of(word) for word in words if width_of(word) <= _LONGEST_WORD), default=0)
    margin = _INDENT + " " * (column + 2)
    for word, (_, told) in zip(words, entry.rows, strict=True):
        if width_of(word) > column or not told:
            yield from _wrapped(word, _INDENT, options, hang=_INDENT * 2)
            yield from _wrapped(told, margin, options) if told else ()
            continue
        lines = _wrapped(told, margin, options)
        lines[0] = f"{_INDENT}{word}{' ' * (column - width_of(word))}  {lines[0][len(margin) :]}"
        yield from lines
    for remark in entry.tail:
        yield from _wrapped(remark, _INDENT, options, hang=_INDENT * 2)


def _table(table: Table) -> Iterator[str]:
    rows = [[printable(cell) for cell in row] for row in (table.header, *table.rows)]
    widths = [max(width_of(row[i]) for row in rows) for i in range(len(table.header))]
    for row in rows:
        cells = [f"{' ' * (widths[i] - width_of(cell))}{cell}" for i, cell in enumerate(row) if i]
        yield "  ".join([row[0] + " " * (widths[0] - width_of(row[0])), *cells]).rstrip()


def _wrapped(text: str, margin: str, options: Options, hang: str | None = None) -> list[str]:
    """Lines that are no wider than asked for; no word is taken apart, for pointers and names are looked for."""
    later = margin if hang is None else hang
    # A line's number stays with its sign.
    lines = wrap(
        printable(text).replace(" l. ", " l.\xa0"),
        options.width,
        initial_indent=margin,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\xa0", " ") for line in lines] or [margin]
