"""One game under several rulesets, and which of them explains a record, as pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from canasta_audit.compare.game import GameComparison, Parting
from canasta_audit.finding import Citation, Finding
from canasta_audit.language import Words
from canasta_audit.render.compare.words import ranks
from canasta_audit.render.html.film import Film, Mark, films
from canasta_audit.render.html.laws import cited, troubles, value
from canasta_audit.render.html.page import page, render
from canasta_audit.render.html.quotes import Quotes
from canasta_audit.render.html.stepper import SIGNS, first_marked, kinds, stepper
from canasta_audit.render.place import value_text

if TYPE_CHECKING:
    from canasta_audit.compare.infer import Inference

_MOST = 40
"""So many findings are listed at a time: a game by other rules has hundreds."""


def game_page(found: GameComparison, words: Words, quotes: Quotes | None = None) -> Iterator[str]:
    """Yield the page of one game under several rulesets; it is shown as it was played, by the one that finds the least in it, the
    lines on which they part marked."""
    marks = {parting.line: _marks(found, parting, words) for parting in found.partings}
    best = min(zip(found.rulesets, found.reports, strict=True), key=lambda pair: len(pair[1].roots))[0]
    shot = list(films(found.log, best, marks=marks))
    yield from page(words("one-game", n=len(found.rulesets)), words, _game(shot, found, words, quotes))


def infer_page(found: Inference, words: Words, quotes: Quotes | None = None) -> Iterator[str]:
    """Yield the page of an inference; it names the records in which something was found."""
    files = dict.fromkeys(one.file for explanation in found.explanations for one in explanation.findings)

    def listed(findings: Sequence[Finding]) -> Markup:
        places = [cited(one.citation, words, quotes) for one in findings[:_MOST]]
        return render("listed.html", words, findings=findings, places=places, most=_MOST, signs=SIGNS, kinds=kinds(words))

    body = render("infer.html", words, found=found, ranks=ranks(found), files=files, listed=listed)
    yield from page(words("infer-title"), words, [body, troubles(quotes, words)])


def _game(shot: Sequence[Film], found: GameComparison, words: Words, quotes: Quotes | None) -> Iterator[Markup]:
    figures = {moment.line: _name(film) for film in shot for moment in film.moments}
    names = [ruleset.reference for ruleset in found.rulesets]
    rows = [_parted(found, parting, figures) for parting in found.partings]
    first = [row for row, parting in zip(rows, found.partings, strict=True) if parting is found.first]
    shown = {"file": found.file, "names": names, "first": first, "rows": rows, "scores": found.scores, "value": value}
    yield render("one_game.html", words, **shown, signs=SIGNS, kinds=kinds(words), cited=cited, quotes=quotes)
    for film in shot:
        yield stepper(film, words, name=_name(film), title=words("deal-n", deal=film.deal), start=first_marked(film))
    yield Markup("</section>\n")
    yield troubles(quotes, words)


def _name(film: Film) -> str:
    return f"deal-{film.match}-{film.moments[0].line}"


def _parted(found: GameComparison, parting: Parting, figures: Mapping[int, str]) -> dict[str, Any]:
    return {**parting._asdict(), "judged": _together(found, parting), "figure": figures.get(parting.line, "")}


def _together(found: GameComparison, parting: Parting) -> list[tuple[list[str], list[tuple[Finding, list[Citation]]]]]:
    """Rulesets that say the same of a line, those that find nothing last; each finding with the citations of all."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for i, findings in enumerate(parting.findings):
        groups.setdefault(tuple((one.id, one.message, _decider(one)) for one in findings), []).append(i)
    told = []
    for same in sorted(groups.values(), key=lambda same: not parting.findings[same[0]]):
        every = zip(*(parting.findings[i] for i in same), strict=True)
        places = [(alike[0], [place for one in alike for place in one.citation]) for alike in every]
        told.append(([found.rulesets[i].reference for i in same], places))
    return told


def _decider(finding: Finding) -> tuple[str, str]:
    parameter = finding.parameter
    return (parameter.pointer, value_text(parameter.value)) if parameter is not None else ("", "")


def _marks(found: GameComparison, parting: Parting, words: Words) -> list[Mark]:
    marks = []
    for names, findings in _together(found, parting):
        said = "; ".join(f"{one.id}: {one.message}" for one, _ in findings)
        whose = ", ".join(names)
        marks.append(Mark("differs", f"{whose}: {said}") if said else Mark("fine", whose, words.language))
    return marks
