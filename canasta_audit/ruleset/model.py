"""The resolved ruleset: its chapters for each number of players, and where every value was set and what it cites."""

# Annotations are not postponed: a named tuple compiles each text of one anew, at every start.
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from canasta_audit.finding import Citation, Parameter
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.value import Fixed


class Reading(NamedTuple):
    """A question that the text leaves open: the reading chosen, the options that choose otherwise, and the lines of ``text``.

    Where a chosen option answers the question otherwise, ``chosen`` is the title of that option.
    """

    id: str
    question: str
    chosen: str
    options: tuple[str, ...]
    text: str
    lines: tuple[int, ...]


class Option(NamedTuple):
    """A named switch: what it sets (as written), the lines of ``text`` behind it, and the numbers of players it is for."""

    name: str
    title: str
    reading: str | None
    text: str
    lines: tuple[int, ...]
    players: tuple[int, ...]
    sets: dict[str, Any]


class Fact(NamedTuple):
    """Something that the text says and no play can break: chapter (a key of ``CHAPTERS``), the fact, and the lines of ``text``."""

    chapter: str
    fact: str
    text: str
    lines: tuple[int, ...]


class Origin(NamedTuple):
    """Where an effective value was set: file, 1-based line and column.

    ``by`` is the name of the option that set it, or the number of players (``"3"``) whose table did; ``""`` otherwise.
    """

    file: str
    line: int
    column: int
    by: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ruleset(Fixed):
    """A ruleset with its options applied, ready for every number of players it knows.

    ``tables`` maps a number of players to its ``Rules``; ``origins`` and ``citations`` map, for each number of players, JSON
    pointers of leaves (``/melds/wild_cap``) to where the value was set and to the places in the text; ``silent`` holds the pointers
    on which the text is silent and the published laws are followed. A list is one leaf. ``data`` is the effective plain data of the
    chapters before any table size is applied; ``chosen`` are the options applied, ``status`` maps pointers to a word such as
    ``"reconstructed"``, as the files do; ``digest`` is a SHA-256 of the effective data of all tables.

    For each number of players, ``grounds`` maps pointers to the ids of the readings that settle their values, and
    ``reconstructed`` holds those that are reconstructed with the options chosen.
    """

    name: str
    title: str
    text: str
    digest: str
    chosen: tuple[str, ...]
    tables: dict[int, Rules]
    data: dict[str, Any]
    origins: dict[int, dict[str, Origin]]
    citations: dict[int, dict[str, tuple[Citation, ...]]]
    silent: dict[int, frozenset[str]]
    options: dict[str, Option]
    readings: dict[str, Reading]
    status: dict[str, str]
    facts: tuple[Fact, ...]
    grounds: dict[int, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    reconstructed: dict[int, frozenset[str]] = field(default_factory=dict)

    @property
    def reference(self) -> str:
        """Name and chosen options as a log or a command line would give them, ``uk-regency+may-ask``."""
        return "+".join((self.name, *self.chosen))

    def rules(self, players: int) -> Rules | None:
        """Rules for so many players, ``None`` where the text has no such game."""
        return self.tables.get(players)

    def parameter(self, pointer: str, players: int) -> Parameter:
        """The effective value at ``pointer`` and where it was set.

        Raises ``KeyError`` for a pointer that is no key of the ruleset and for a number of players it has no rules for.
        """
        value: Any = self.tables[players]
        for part in pointer.strip("/").split("/"):
            try:
                value = getattr(value, part)
            except AttributeError:
                raise KeyError(pointer) from None
        origins = self.origins[players]
        origin = origins.get(pointer) or next(found for key, found in origins.items() if key.startswith(pointer + "/"))
        lost = any(key == pointer or key.startswith(pointer + "/") for key in self.reconstructed.get(players, ()))
        readings = self.grounds.get(players, {}).get(pointer, ())
        return Parameter(pointer, value, origin.file, origin.line, "reconstructed" if lost else "", readings)
