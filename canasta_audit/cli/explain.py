"""``explain``: what a check or a ruleset key means, and what a ruleset says about it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

import click

from canasta_audit.cli.catalogue import all_topics
from canasta_audit.cli.choose import DEFAULT, load
from canasta_audit.cli.options import color_option
from canasta_audit.cli.outputs import ColorChoice, use_color
from canasta_audit.cli.trouble import Trouble, did_you_mean
from canasta_audit.render.explain import KeyTopic, Setting, Topic, explain_check, explain_key, list_topics
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.keys import ANY, Key, find_key, keys
from canasta_audit.ruleset.model import Ruleset


@click.command("explain", short_help="Explain a check or a ruleset key.")
@click.argument("topic", metavar="ID|NAME|CHAPTER|KEY", required=False)
@click.option("--ruleset", "-r", "reference", default=DEFAULT, show_default=True, help="Whose values and citations to show.")
@color_option
def command(topic: str | None, reference: str, color: ColorChoice) -> int:
    """Explain a check (MELD-004, too-many-wilds) or a ruleset key (/melds/wild_cap, melds.wild_cap).

    A chapter (MELD) lists its checks, and no topic at all lists everything.
    """
    painted = use_color(color)
    topics = all_topics()
    chosen = [each for each in topics if topic is None or topic.lower() in _words(each)]
    if len(chosen) == 1 and topic is not None:
        ruleset = load(reference)
        settings = [setting for pointer in chosen[0].reads for setting in settings_of(ruleset, [pointer])]
        pages = explain_check(chosen[0], settings, ruleset.reference, painted)
    elif chosen:
        pages = list_topics(chosen, painted)
    else:
        key = _key_named(str(topic))
        if key is None:
            near = _near(str(topic), topics) or "; `canasta-audit explain` lists the checks, `ruleset show` the keys"
            raise Trouble(f"no check, chapter or ruleset key is called {topic}{near}")
        ruleset = load(reference)
        below = [key.pointer] if key.is_leaf else [pointer for pointer in _leaves(ruleset) if pointer.startswith(key.pointer + "/")]
        readers = [each for each in topics if any(_overlap(key.pointer, pointer) for pointer in each.reads)]
        pages = explain_key(_key_topic(key), settings_of(ruleset, below), readers, ruleset.reference, painted)
    for piece in pages:
        sys.stdout.write(piece)
    return 0


def _words(topic: Topic) -> set[str]:
    return {topic.id.lower(), topic.name, topic.id.split("-")[0].lower()}


def _key_named(word: str) -> Key | None:
    """The key at a pointer, or the only one of a name: ``wild_cap``."""
    alike = _keys_ending(word) if not set("/.") & set(word) else []
    return find_key(word) or (alike[0] if len(alike) == 1 else None)


def _keys_ending(word: str) -> list[Key]:
    """Keys of a chapter whose name is the last of ``word``."""
    name = re.split(r"[/.]", word.rstrip("/."))[-1].lower()
    chapters = tuple(f"/{chapter}/" for chapter in CHAPTERS)
    return [
        key for key in keys() if key.pointer.endswith(f"/{name}") and key.pointer.startswith(chapters) and ANY not in key.pointer
    ]


def _near(word: str, topics: Iterable[Topic]) -> str:
    alike = [key.pointer for key in _keys_ending(word) if key.is_leaf]
    if alike:
        return f"; did you mean {' or '.join(alike)}?"
    known = {name for topic in topics for name in (topic.id, topic.name)}
    pointers = {key.pointer for key in keys()}
    names = {pointer.rpartition("/")[2] for pointer in pointers}
    return did_you_mean(word, known | names) or did_you_mean("/" + word.strip("/").replace(".", "/"), pointers)


def _key_topic(key: Key) -> KeyTopic:
    return KeyTopic(key.pointer, key.title, key.description, key.allowed, key.inside)


def _leaves(ruleset: Ruleset) -> list[str]:
    return list(dict.fromkeys(pointer for origins in ruleset.origins.values() for pointer in origins))


def _overlap(one: str, other: str) -> bool:
    return one == other or one.startswith(other + "/") or other.startswith(one + "/")


def settings_of(ruleset: Ruleset, pointers: Iterable[str]) -> list[Setting]:
    """What a ruleset sets at ``pointers``; tables for which it sets the same are told together."""
    settings: dict[tuple[str, str], Setting] = {}
    for pointer in pointers:
        for players in sorted(ruleset.tables, reverse=True):
            try:
                parameter = ruleset.parameter(pointer, players)
            except (KeyError, StopIteration):
                continue
            citation = ruleset.citations[players].get(pointer, ())
            found = settings.get((pointer, repr(parameter)))
            tables = (*(found.players if found else ()), players)
            settings[pointer, repr(parameter)] = Setting(tables, parameter, citation, pointer in ruleset.silent[players])
    every = set(ruleset.tables)
    return [
        Setting((), each.parameter, each.citation, each.silent) if set(each.players) == every else each
        for each in settings.values()
    ]
