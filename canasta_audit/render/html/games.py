"""One game under several rulesets, and which of them explains a record, as pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from canasta_audit.compare.game import GameComparison
from canasta_audit.compare.infer import Inference
from canasta_audit.finding import Finding
from canasta_audit.language import Words
from canasta_audit.render.html.film import Film, Mark, films
from canasta_audit.render.html.page import page, render
from canasta_audit.render.html.stepper import SIGNS, first_marked, kinds, stepper

_MOST = 40
"""So many findings are listed at a time: a game by other rules has hundreds."""


def game_page(found: GameComparison, words: Words) -> Iterator[str]:
    """Yield the page of one game under several rulesets; it is shown as it was played, the lines on which they part marked."""
    marks = {parting.line: _marks(found, i, words) for i, parting in enumerate(found.partings)}
    shot = list(films(found.log, found.rulesets[0], marks=marks))
    yield from page(words("one-game", n=len(found.rulesets)), words, _game(shot, found, words))


def infer_page(found: Inference, words: Words) -> Iterator[str]:
    """Yield the page of an inference; it names the records in which something was found."""
    files = dict.fromkeys(one.file for explanation in found.explanations for one in explanation.findings)

    def listed(findings: Sequence[Finding]) -> Markup:
        return render("listed.html", words, findings=findings, most=_MOST, signs=SIGNS, kinds=kinds(words))

    body = render("infer.html", words, found=found, files=files, listed=listed)
    yield from page(words("infer-title"), words, [body])


def _game(shot: Sequence[Film], found: GameComparison, words: Words) -> Iterator[Markup]:
    figures = {moment.line: _name(film) for film in shot for moment in film.moments}
    names = [ruleset.reference for ruleset in found.rulesets]
    rows = [
        {
            **parting._asdict(),
            "judged": list(zip(names, parting.findings, strict=True)),
            "figure": figures.get(parting.line, ""),
        }
        for parting in found.partings
    ]
    yield render(
        "one_game.html", words, file=found.file, names=names, rows=rows, scores=found.scores, signs=SIGNS, kinds=kinds(words)
    )
    for film in shot:
        yield stepper(film, words, name=_name(film), title=words("deal-n", deal=film.deal), start=first_marked(film))
    yield Markup("</section>\n")


def _name(film: Film) -> str:
    return f"deal-{film.match}-{film.moments[0].line}"


def _marks(found: GameComparison, at: int, words: Words) -> list[Mark]:
    marks = []
    for ruleset, findings in zip(found.rulesets, found.partings[at].findings, strict=True):
        said = "; ".join(f"{one.id}: {one.message}" for one in findings)
        name = ruleset.reference
        marks.append(Mark("differs", f"{name}: {said}") if said else Mark("fine", name, words.language))
    return sorted(marks, key=lambda mark: mark.kind)
