"""The second try: a line that cannot be read, with signs put right that can only mean one thing. Its length never changes."""

from __future__ import annotations

import re
import unicodedata

from canasta_audit.notation.derive import patterns

_KEPT = re.compile(r'"[^"]*"|\{[^{}]*\}|#.*')
_WORD = re.compile(r"[^\s,:>\[\]]+")
_SEAT_BEFORE = re.compile(
    r"(?:^|[\s,~])(?:of|from|dealer|cut|first|next|hand|foot|melds|red|left|score|penalty|exposed|count) +$", re.IGNORECASE
)
_SEAT_AFTER = re.compile(r" *:| +out\b| +[+-]?[0-9]+ *(?:,|$)")
_CARD = re.compile(r"(?:10|[2-9TJQKA])(?:[CDHS\u2660-\u2667]\ufe0f?|[RB])?(?:\.[1-9])?|([2-9TJQKA])\1+|\?X[1-9][0-9]?")

_CONTROL_NAMES = {"\t": "tab", "\v": "vertical tab", "\f": "form feed"}
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
_BLANKS = "\t\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_SIGNS = str.maketrans(
    _DASHES + _BLANKS + ";\uff0c\uff1a\u2217\u00d7",
    "-" * len(_DASHES) + " " * len(_BLANKS) + ",,:**",
)
_QUOTES = "\"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2018\u2019\u201a\uff02'"
_LATIN = str.maketrans("\u0410\u041a\u0421\u041d\u0430\u043a\u0441\u043d", "AKCHAKCH")
"""Cyrillic letters whose looks and meaning on a card agree with Latin ones. The letter that looks like T is not among them: it may
mean ten, ace or clubs."""


def repaired(text: str) -> str:
    """The line with quotes, dashes, blanks, semicolons, letter case and Cyrillic card letters put right.

    Seats and the text in quotes, braces and comments stay as they are.

    >>> repaired("N: Draw kd; discard 3\u0421 {it's; fine}")
    "N: draw KD, discard 3C {it's; fine}"
    """
    text = _tag_quotes(text)
    made: list[str] = []
    end = 0
    for kept in _KEPT.finditer(text):
        made += [_words(text[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*made, _words(text[end:])])


def changes(before: str, after: str) -> list[tuple[int, str, str]]:
    r"""What differs between two texts of the same length: 0-based start, word before, word after; a blank is told by its name.

    >>> changes("N: draw kd, meld ks; pass", "N: draw KD, meld KS, pass")
    [(8, 'kd', 'KD'), (17, 'ks;', 'KS,')]
    >>> changes("N:\tpass", "N: pass")
    [(2, 'tab', 'blank')]
    """
    found: list[tuple[int, str, str]] = []
    for match in re.finditer(r"[^ ]+| ", after):
        start, end = match.span()
        while end - start > 1 and before[end - 1] == after[end - 1] and after[end - 1] in ",:":
            end -= 1
        if before[start:end] != after[start:end]:
            blank = match[0] == " "
            found.append((start, _name(before[start]), "blank") if blank else (start, before[start:end], after[start:end]))
    return found


def _name(blank: str) -> str:
    """Name of a blank that nobody sees, as ``no-break space``."""
    return _CONTROL_NAMES.get(blank) or unicodedata.name(blank).lower()


def _tag_quotes(text: str) -> str:
    """A tag with plain quotes around its value."""
    if not text.startswith("["):
        return text
    places = [at for at, sign in enumerate(text) if sign in _QUOTES]
    if len(places) < 2:
        return text
    return f'{text[: places[0]]}"{text[places[0] + 1 : places[-1]]}"{text[places[-1] + 1 :]}'


def _words(text: str) -> str:
    text = text.translate(_SIGNS)
    return _WORD.sub(lambda match: _word(match, text), text)


def _word(match: re.Match[str], text: str) -> str:
    word = match[0]
    low = word.lower()
    if low != word and low in patterns().words:
        return low
    upper = word.translate(_LATIN).upper()
    if len(upper) != len(word) or not _CARD.fullmatch(upper) or _is_seat(match, text):
        return word
    if upper.startswith("?"):
        return upper.lower()
    # A colour is written small; the suits C D H S are not among r and b, so nothing is guessed.
    return re.sub("[RB]", lambda colour: colour[0].lower(), upper)


def _is_seat(match: re.Match[str], text: str) -> bool:
    """Tell whether a lone letter stands where a seat does; seats are never guessed."""
    if len(match[0]) > 1:
        return False
    return bool(_SEAT_BEFORE.search(text[: match.start()]) or _SEAT_AFTER.match(text, match.end()))
