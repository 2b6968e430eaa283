"""A rule in a sentence: made from what the schema says about its key, and its value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from canasta_audit.render.place import value_text
from canasta_audit.ruleset.keys import Key

_CLAUSE = re.compile(r"(?:^|(?<=; )|(?<=[.:] ))(?:`(?P<word>[^`]+)`|(?P<zero>0)): (?P<means>.*?)(?=; `[^`]+`: |\.(?: |$)|$)")
_USED = re.compile(r"[;.] [Uu]sed (?:only )?(?:while|unless) .*?(?=\. |$)")


def sentence(key: Key, value: Any) -> str:
    """The rule that ``value`` makes of ``key``, in a line.

    >>> from canasta_audit.ruleset.keys import find_key
    >>> sentence(find_key("/melds/wild_cap"), 3), sentence(find_key("/melds/wild_cap"), None)
    ('Wild cards that a meld has at most: 3.', 'Wild cards that a meld has at most: no limit.')
    >>> sentence(find_key("/pile/top_melded"), False)
    'The top card has to be melded at once: no.'
    >>> sentence(find_key("/opening/bands"), [{"need": 15}, {"since": 0, "need": 50}])
    'The initial meld needs 15 points below 0 and 50 from 0 on.'
    """
    if key.pointer == "/opening/bands":
        return _bands(value)
    if key.pointer == "/irregularities/penalties":
        return _penalties(value)
    description = _USED.sub("", key.description).replace("; 0 where there is none", "")
    means = {found["word"] or "0": found["means"] for found in _CLAUSE.finditer(description)}
    first = _CLAUSE.search(description)
    lead = (description[: first.start()] if first else description).strip(" ;.")
    lead, _, _ = lead.partition(". ")
    lead, _, rest = lead.partition("; ")
    if isinstance(value, bool):
        told = re.sub("^Whether,? ", "", lead)
        said = "yes" if value else "no"
    else:
        told = lead if "such" not in lead else f"{key.title}: {lead[:1].lower()}{lead[1:]}"
        said = _said(value, means)
    return f"{told[:1].upper()}{told[1:]}: {said}{f'; {rest}' if rest else ''}."


def _said(value: Any, means: Mapping[str, str]) -> str:
    """A value in the words of the schema, where it has some for it."""
    if isinstance(value, (list, tuple)):
        return "; ".join(_said(item, means) for item in value) or "none"
    text = value_text(value)
    if value == 0 and "0" in means:
        return f"0, {means['0']}"
    return means.get(text, text)


def _bands(bands: Sequence[Any]) -> str:
    """The initial meld by score.

    >>> _bands([{"need": 50}])
    'The initial meld needs 50 points.'
    """
    each = [(band.get("since"), band["need"]) if isinstance(band, Mapping) else tuple(band) for band in bands]
    (_, lowest), *later = each
    if not later:
        return f"The initial meld needs {lowest} points."
    parts = [f"{lowest} points below {later[0][0]}", *(f"{need} from {since}" for since, need in later)]
    return f"The initial meld needs {', '.join(parts[:-1])} and {parts[-1]} on."


def _penalties(penalties: Sequence[Any]) -> str:
    """What offences cost.

    >>> _penalties([{"offence": "exposed-card", "points": -50}, {"offence": "turn-out-of-order", "points": -100, "always": True}])
    'Penalties: exposed-card -50; turn-out-of-order -100, always due.'
    """
    each = [one if isinstance(one, Mapping) else one._asdict() for one in penalties]
    told = [f"{one['offence']} {one['points']}" + (", always due" if one.get("always") else "") for one in each]
    return f"Penalties: {'; '.join(told) or 'none besides what the score counts'}."
