"""A recorded deal to step through: its lines in order, and above them, where scripts run, the table at each."""

from __future__ import annotations

from markupsafe import Markup

from canasta_audit.language import Words
from canasta_audit.render.html.film import Film, Moment
from canasta_audit.render.html.page import data_of, render

SIGNS = {"error": "✗", "warning": "!", "note": "i", "differs": "≠", "fine": "✓"}
"""A sign for each kind of mark, so that colour does not have to tell it alone."""


def stepper(film: Film, words: Words, *, name: str, title: str, start: int = 0) -> Markup:
    """The figure of one deal. ``name`` is its id, which no other part of the page may have; ``title`` is text; ``start`` is the
    index of the moment shown first.

    ``<button data-goto="NAME" data-line="12">`` anywhere in the page opens it at the moment of that line of the log.
    """
    rows = [(moment, _when(moment, words), moment.marks) for moment in film.moments]
    data = data_of({"sides": film.sides, "steps": [{"turn": m.turn, "seat": m.seat, **m.data} for m in film.moments]})
    shown = {"name": name, "title": title, "rows": rows, "start": start, "data": data}
    return render("stepper.html", words, **shown, signs=SIGNS, kinds=kinds(words))


def first_marked(film: Film, kind: str = "") -> int:
    """Index of the first moment with a mark (of ``kind``, if that is given), 0 where there is none."""
    return next((i for i, moment in enumerate(film.moments) if any(kind in ("", mark.kind) for mark in moment.marks)), 0)


def kinds(words: Words) -> dict[str, str]:
    """Each kind of mark in words."""
    return {kind: words(f"mark-{kind}") for kind in SIGNS}


def _when(moment: Moment, words: Words) -> str:
    if moment.turn is None:
        return words("step-end")
    return words("step-turn", n=moment.turn) if moment.turn else words("step-dealt")
