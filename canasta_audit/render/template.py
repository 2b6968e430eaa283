"""A file for a club's own rules: every key of a ruleset as a comment, to be uncommented where the club plays otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from canasta_audit.render.place import value_text
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.keys import Key, find_key
from canasta_audit.ruleset.model import Ruleset

_WIDTH = 120
_LONGEST_TITLE = 120
"""Signs of a title that the schema allows."""

_HEAD = """\
# Rules of our own: all that is not set here is as in {base}.
#
# Take away "# " before a key that you play otherwise, and before the name of its chapter, and change the value, which is that of
# {base}. Lines with a second # stay as they are: they tell what a key means and what may stand there.
#
# `canasta-audit ruleset check {file}` tells what is wrong, and `canasta-audit ruleset show {file}` what is in effect.
name: {name}
title: {title}
extends: {extends}
"""

_TEXT = """\
#
# # Your rules in writing, if you have them: an id of your choice. A chapter's key `cite` then says on which of its lines a rule
# # stands, as in `cite: {{wild_cap: [12]}}`.
# text: {name}
"""


def template(ruleset: Ruleset, name: str, extends: str, file: str) -> Iterator[str]:
    """Yield the text of a file called ``file`` that extends ``ruleset`` by the reference ``extends``."""
    base = ruleset.reference
    title = '"' + f"{name}, after {ruleset.title}"[:_LONGEST_TITLE].replace("\\", " ").replace('"', "'") + '"'
    yield _HEAD.format(base=base, name=name, title=title, extends=extends, file=file)
    yield _TEXT.format(name=name)
    yield from _options(ruleset)
    for chapter in CHAPTERS:
        about = _key(f"/{chapter}")
        yield from ("\n", *_explained(f"{about.title}: {about.description}"), f"# {chapter}:\n")
        yield from _keys(ruleset.data[chapter], f"/{chapter}", 1)
    yield from _tables(ruleset)


def _keys(data: Mapping[str, Any], pointer: str, depth: int) -> Iterator[str]:
    indent = "  " * depth
    for name, value in data.items():
        key = _key(f"{pointer}/{name}")
        if isinstance(value, dict):
            yield f"# {indent}{name}:\n"
            yield from _keys(value, key.pointer, depth + 1)
        else:
            yield from _explained(f"{key.title}. {key.description} Values: {key.allowed}.", indent)
            yield f"# {indent}{name}: {value_text(value)}\n"


def _explained(text: str, indent: str = "") -> Iterator[str]:
    """A comment that is still one when a ``# `` before it is taken away."""
    margin = f"# {indent}# "
    for line in wrap(text, _WIDTH, initial_indent=margin, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False):
        yield line + "\n"


def _key(pointer: str) -> Key:
    key = find_key(pointer)
    assert key is not None, pointer
    return key


def _options(ruleset: Ruleset) -> Iterator[str]:
    """The options there are: a reference turns them on, and what they set may be set here."""
    if ruleset.options:
        yield f"\n# # Options of {ruleset.name}, which are options of this file, too. Set what one sets to play so always.\n"
    for option in ruleset.options.values():
        sets = ", ".join(f"{pointer} = {value_text(value)}" for pointer, value in leaves(option.sets))
        yield from _explained(f"+{option.name}: {' '.join(option.title.split())} ({sets})")


def _tables(ruleset: Ruleset) -> Iterator[str]:
    """What is set for some numbers of players, which goes before what stands in the chapters."""
    yield "\n# # Numbers of players: what differs with so many at the table.\n# players:\n"
    for players, origins in sorted(ruleset.origins.items()):
        own: dict[str, list[str]] = {}
        for pointer, origin in origins.items():
            if origin.by == str(players):
                _, chapter, name = pointer.split("/", 2)
                own.setdefault(chapter, []).append(f"{name}: {value_text(ruleset.parameter(pointer, players).value)}")
        sets = ", ".join(f"{chapter}: {{{', '.join(pairs)}}}" for chapter, pairs in own.items())
        yield f'#   "{players}": {{{f"set: {{{sets}}}" if sets else ""}}}\n'
