"""Builds typed lines and plays from the texts of their visible parts.

Whoever recognised the line, a derived expression or Lark itself, hands over the same thing: a mapping from the name of each
visible part of the grammar rule to the text it covers. Nothing is checked here again; the grammar has done that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, cast

from canasta_audit.cards import ALL, Card
from canasta_audit.notation import model as m

Parts = Mapping[str, str | None]
"""Text by name of the visible part; ``None`` or missing where the part does not occur."""

ONE_CARD: dict[str, Card] = {card: card for card in ALL}
"""Every word that is one card in plain spelling, and that card."""
_SIGNS = str.maketrans("\u2660\u2663\u2665\u2666\u2664\u2667\u2661\u2662", "SCHDSCHD", "\ufe0f")


def cards(words: list[str]) -> tuple[Card, ...]:
    """Cards of words such as ``KS``, ``10H``, ``KKK`` or ``?x11``.

    >>> cards(["10H", "K\u2660", "KK", "?x3"])
    ('TH', 'KS', 'K', 'K', '?', '?', '?')
    """
    try:
        return tuple(map(ONE_CARD.__getitem__, words))
    except KeyError:
        return tuple([card for word in words for card in _spelled(word)])


def _spelled(word: str) -> list[Card]:
    """The cards of one word, spelled as it may be."""
    if word in ONE_CARD:
        return [ONE_CARD[word]]
    if word.startswith("?x"):
        return ["?"] * int(word[2:])
    plain = word.translate(_SIGNS).replace("10", "T")
    return [ONE_CARD[plain]] if plain in ONE_CARD else [ONE_CARD[rank] for rank in plain]


def card(word: str) -> Card:
    """The one card of a word."""
    return ONE_CARD.get(word) or _spelled(word)[0]


def chains(words: list[str]) -> tuple[m.Chain, ...]:
    """Chains of words such as ``3H>3D>KD``.

    >>> chains(["3H>KD", "4S", "KK"])
    (('3H', 'KD'), ('4S',), ('K',), ('K',))
    """
    made: list[m.Chain] = []
    for word in words:
        if ">" in word:
            made.append(tuple([card(piece) for piece in word.split(">")]))
        else:
            made.extend([(one,) for one in cards([word])])
    return tuple(made)


def address(words: list[str]) -> m.Address:
    """Address of words such as ``["K.2", "of", "S"]``."""
    look, _, nth = words[0].partition(".")
    return m.Address(card(look), int(nth) if nth else None, words[2] if len(words) > 2 else None)


def remark(parts: Parts) -> str | None:
    """The remark without braces and outer blanks, ``None`` where there is none."""
    text = parts.get("REMARK")
    return None if text is None else text.strip(" ")[1:-1].strip()


def _words(parts: Parts, name: str) -> list[str]:
    return (parts.get(name) or "").split()


def _text(parts: Parts, name: str) -> str:
    return (parts.get(name) or "").strip(" ")


def _draw(parts: Parts) -> m.Play:
    return m.Draw(chains(_words(parts, "chains")), remark=remark(parts))


def _red(parts: Parts) -> m.Play:
    return m.Red(chains(_words(parts, "chains")), remark=remark(parts))


def _take(parts: Parts) -> m.Play:
    top, onto, how = _words(parts, "card"), _words(parts, "onto"), _words(parts, "how")
    way = cast(Literal["with", "showing", "by"], how[0]) if how else None
    return m.Take(
        top=card(top[0]) if top else None,
        only=bool(parts.get("ONLY")),
        how=way,
        cards=cards(how[1:]) if way != "by" else (),
        by=address(how[1:]) if way == "by" else None,
        onto=address(onto[1:]) if onto else None,
        remark=remark(parts),
    )


def _meld(parts: Parts) -> m.Play:
    return m.Meld(cards(_words(parts, "cards")), remark=remark(parts))


def _add(parts: Parts) -> m.Play:
    onto = _words(parts, "onto")
    return m.Add(cards(_words(parts, "cards")), address(onto[1:]) if onto else None, remark=remark(parts))


def _ask(parts: Parts) -> m.Play:
    answer = _text(parts, "ANSWER")
    return m.Ask(answer == "yes" if answer else None, remark=remark(parts))


def _discard(parts: Parts) -> m.Play:
    return m.Discard(card(_text(parts, "card")), remark=remark(parts))


def _turnover(parts: Parts) -> m.Play:
    leave = _words(parts, "leave")
    return m.TurnOver(card(leave[1]) if leave else None, bool(parts.get("SHUFFLED")), remark=remark(parts))


def _move(parts: Parts) -> m.Play:
    source, target = _words(parts, "source")[1:], _words(parts, "target")[1:]
    back = target == ["hand"]
    return m.Shift(address(source), cards(_words(parts, "cards")), None if back else address(target), remark=remark(parts))


def _bare(play: type[m.Play]) -> Callable[[Parts], m.Play]:
    """Builder of a play that is a word alone."""
    return lambda parts: play(remark=remark(parts))


PLAYS: dict[str, Callable[[Parts], m.Play]] = {
    "draw": _draw,
    "red": _red,
    "take": _take,
    "meld": _meld,
    "add": _add,
    "ask": _ask,
    "discard": _discard,
    "turnover": _turnover,
    "move": _move,
    "pickup": _bare(m.Pickup),
    "lock": _bare(m.Lock),
    "last": _bare(m.Last),
    "foot": _bare(m.Foot),
    "pass": _bare(m.Pass),
}
"""Builder of each play kind."""


def _tag(parts: Parts) -> m.Line:
    value = _text(parts, "STRING")[1:-1]
    return m.Tag(_text(parts, "TAGNAME"), re.sub(r"\\(.)", r"\1", value))


def _lots(parts: Parts) -> m.Line:
    pairs = [piece.split() for piece in _text(parts, "drawn").split(",")]
    return m.Lots(tuple([(seat, card(drawn)) for seat, drawn in pairs]))


def _deal(parts: Parts) -> m.Line:
    line = m.DealHead(int(_text(parts, "NUMBER")))
    for piece in _text(parts, "parts").split(","):
        match piece.split():
            case ["dealer", seat]:
                line.dealer = seat
            case ["cut", seat]:
                line.cut = seat
            case ["uncut"]:
                line.uncut = True
            case ["first", seat]:
                line.first = seat
    return line


def _sums(parts: Parts) -> tuple[tuple[m.Side, int], ...]:
    return _pairs(_text(parts, "sums"))


def _pairs(text: str) -> tuple[tuple[str, int], ...]:
    """``NS 50, EW 90`` as pairs of word and number."""
    pairs = [piece.split() for piece in text.split(",")]
    return tuple([(word, int(number)) for word, number in pairs])


def _melds(parts: Parts) -> m.Line:
    laid = tuple([cards(piece.split()) for piece in _text(parts, "laid").split(",")])
    return m.MeldsLine(_text(parts, "SEAT_"), laid)


def _placed(place: Literal["stock", "pile", "up", "down"]) -> Callable[[Parts], m.Line]:
    """Builder of a line that lists the cards of one place."""
    return lambda parts: m.CardsLine(place, cards(_words(parts, "cards")), bool(parts.get("BACK")))


def _turn(parts: Parts) -> m.Line:
    """The turn without its plays: those are read by the other grammar."""
    clock = parts.get("CLOCK")
    return m.Turn(_text(parts, "SEAT"), (), clock[1:] if clock else None)


def _end(parts: Parts) -> m.Line:
    outs = [piece.split() for piece in _text(parts, "outs").split(",") if piece]
    why = cast(Literal["stock", "void", "stop", "stuck"], _text(parts, "WHY")) or None
    return m.End(tuple([(words[0], len(words) > 2) for words in outs]), why, remark(parts))


def _score(parts: Parts) -> m.Line:
    return m.ScoreLine(_text(parts, "SIDE_"), _pairs(_text(parts, "items")), remark(parts))


def _penalty(parts: Parts) -> m.Line:
    offence = _words(parts, "offence")
    return m.Penalty(_text(parts, "SIDE_"), int(_text(parts, "INT")), offence[1] if offence else None, remark(parts))


def _director(parts: Parts) -> m.Line:
    pieces = [piece.split() for piece in _text(parts, "rulings").split(",") if piece]
    return m.Director(tuple([_ruling(words) for words in pieces]), remark(parts))


def _ruling(words: list[str]) -> m.Ruling:
    if words[0] == "score":
        return m.Award(words[1], int(words[2]))
    if words[0] == "next":
        return m.Next(words[1])
    source, target = words.index("from"), words.index("to")
    return m.Move(cards(words[1:source]), _place(words[source + 1 : target]), _place(words[target + 1 :]))


def _place(words: list[str]) -> m.Place:
    if words[0] == "stock":
        return m.Place("stock")
    if words[0] == "pile":
        return m.Place("pile")
    if words[0] == "meld":
        return m.Place("meld", meld=address(words[1:]))
    return m.Place("hand", seat=words[0])


LINES: dict[str, Callable[[Parts], m.Line]] = {
    "blank": lambda parts: m.Blank(),
    "tag": _tag,
    "lots": _lots,
    "deal": _deal,
    "before": lambda parts: m.Before(_sums(parts)),
    "minimum": lambda parts: m.Minimum(_sums(parts)),
    "hand": lambda parts: m.HandLine(_text(parts, "SEAT_"), cards(_words(parts, "cards"))),
    "foot": lambda parts: m.FootLine(_text(parts, "SEAT_"), cards(_words(parts, "cards"))),
    "melds": _melds,
    "red": lambda parts: m.RedLine(_text(parts, "SEAT_"), chains(_words(parts, "chains"))),
    "stock": _placed("stock"),
    "pile": _placed("pile"),
    "up": _placed("up"),
    "down": _placed("down"),
    "turn": _turn,
    "end": _end,
    "left": lambda parts: m.Left(_text(parts, "SEAT_"), cards(_words(parts, "cards"))),
    "score": _score,
    "totals": lambda parts: m.Totals(_sums(parts)),
    "penalty": _penalty,
    "director": _director,
    "exposed": lambda parts: m.Exposed(_text(parts, "SEAT_"), cards(_words(parts, "cards")), remark(parts)),
    "count": lambda parts: m.Count(_text(parts, "counted"), int(_text(parts, "NUMBER")), remark(parts)),
}
"""Builder of each line kind."""


def line(kind: str, parts: Parts) -> m.Line:
    """The typed line of a kind, struck out or not, with its comment (for a turn: without its plays)."""
    built = LINES[kind](parts)
    finish(built, parts)
    return built


def finish(built: m.Line, parts: Parts) -> None:
    """Add to a line what frames it: whether it is struck out, and its comment."""
    if parts.get("UNDONE"):
        built.undone = True
    comment = parts.get("COMMENT")
    if comment is not None:
        built.comment = comment.lstrip(" ")[1:].removeprefix(" ").rstrip()
