"""What an audit of several logs yields: the engine's stream, with marks where a file begins, ends, or could not be used."""

# Annotations are not postponed: a named tuple compiles each text of one anew, at every start.
from collections.abc import Sequence
from typing import NamedTuple

from canasta_audit.finding import Finding, Parameter, SeverityName
from canasta_audit.report import DealReport, MatchReport


class FileBegins(NamedTuple):
    """What follows belongs to ``file``, until the next mark."""

    file: str


class Unusable(NamedTuple):
    """``file`` could not be read, or not to its end: ``message`` says why. Nothing more of it follows.

    ``told`` says the same for people, with the place, and what was probably meant; ``""`` where that is no more than the two.
    """

    file: str
    message: str
    told: str = ""


class Passed(NamedTuple):
    """So many deals without a finding stand here, with so many turns: their reports were not asked for.

    ``reconstructed`` are the reconstructed values on which their scores rest, each once. ``text`` is how the one deal was written
    where it was audited, if that was asked for.
    """

    deals: int
    turns: int
    reconstructed: tuple[Parameter, ...] = ()
    text: str = ""


class Withheld(NamedTuple):
    """A finding that counts and is not shown, because more were found than were asked for."""

    id: str
    name: str
    severity: SeverityName
    follows: bool


class Accepted(NamedTuple):
    """A finding that a baseline has: it counts nowhere, and most formats do not tell it. It comes after the others of its deal."""

    finding: Finding


class Stale(NamedTuple):
    """So many entries of a baseline stand for what is no longer found in ``file``, which was audited to its end."""

    file: str
    entries: int


class Interrupted(NamedTuple):
    """The run was ended before its time: of ``total`` logs, or more where they were not all ``counted``, ``done`` were audited.

    ``why``: something else than a signal ended it.
    """

    done: int
    total: int
    counted: bool = True
    why: str = ""

    @property
    def extent(self) -> str:
        """How far it came, in words."""
        return f"{self.done} of {'' if self.counted else 'more than '}{self.total} logs"


class FileEnds(NamedTuple):
    """``file`` was audited to its end: ``digest`` is that of its content. Only there where it was asked for."""

    file: str
    digest: str


class Aside(NamedTuple):
    """Something to be told beside the reports; it is no fault."""

    message: str


StreamItem = Finding | DealReport | MatchReport | FileBegins | Unusable | Passed | Withheld | Accepted | Stale | Interrupted
"""Per file: a mark, then each deal's findings in order of place and the deal, each match after its deals.

A reader passes over the kinds that say nothing to it: there may be more of them one day.
"""

BatchItem = StreamItem | FileEnds | Aside
"""What a batch yields: besides the stream that is rendered, what is for whoever runs it."""


def passed(deals: Sequence[DealReport]) -> Passed:
    """The mark for deals without a finding."""
    rests = {parameter.pointer: parameter for deal in deals for parameter in deal.reconstructed}
    return Passed(len(deals), sum(deal.turns for deal in deals), tuple(rests.values()))
