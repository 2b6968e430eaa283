"""Reports of campaigns: faults injected and found by chapter, and clean deals, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from canasta_audit.render.records import TOOL, Record, dump
from canasta_audit.render.style import paint, plural
from canasta_audit.simulate.campaign import Campaign, Clear, Tally, Trial

_COLUMNS = ("chapter", "faults", "injected", "found at the right line", "with extra findings")


def text(campaign: Campaign, color: bool) -> Iterator[str]:
    """Yield what went amiss, log by log, then the counts by chapter and the sum."""
    whole, seen_by = campaign.whole, campaign.seen_by
    for fault in campaign.faults:
        yield from _amiss(fault, campaign.seed, seen_by is not None, color)
    kinds = {tally.name: 0 for tally in campaign.chapters}
    for fault in campaign.faults:
        kinds[fault.name.split("-")[0]] += 1
    rows = [list(_COLUMNS), *(_row(tally, kinds[tally.name]) for tally in campaign.chapters), _row(whole, len(campaign.faults))]
    if seen_by is not None:
        shares = ["share", *(f"{tally.share:.1%}" for tally in [*campaign.chapters, whole])]
        rows = [[*row, share] for row, share in zip(rows, shares, strict=True)]
    yield from _table(rows)
    found = (
        f"{whole.found} of {whole.injected} faults found at the right line, {plural(whole.extra, 'log')} with an extra root finding"
    )
    who = "" if seen_by is None else f"seen by {seen_by}: "
    yield "\n" + paint(who + found, "good" if campaign.good else "error", color) + "\n"


def _amiss(fault: Tally, seed: int, redacted: bool, color: bool) -> Iterator[str]:
    if fault.injected < fault.wanted:
        yield f"{paint(fault.name, 'strong', color)}: no place for it in {plural(fault.wanted - fault.injected, 'log')}\n"
    for trial in fault.trials:
        if _is_amiss(trial, redacted):
            told = "" if trial.found else f"not found at line {trial.line}"
            extra = ", ".join(f"{id} at line {line}" for id, line in trial.extra)
            told += f"{'; ' if told and extra else ''}{'besides ' if extra else ''}{extra}"
            yield f"{paint(fault.name, 'strong', color)} match {trial.number} of seed {seed}: {told}\n"


def _is_amiss(trial: Trial, redacted: bool) -> bool:
    """Tell what to name: what was hidden need not be found."""
    return bool(trial.extra) or not (trial.found or redacted)


def _row(tally: Tally, kinds: int) -> list[str]:
    return [tally.name, *map(str, (kinds, tally.injected, tally.found, tally.extra))]


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        yield "  ".join(cells).rstrip() + "\n"


def as_json(campaign: Campaign) -> Iterator[str]:
    """Yield the document in pieces, a fault a line."""
    redacted = campaign.seen_by is not None
    head = {"tool": TOOL, "seed": campaign.seed, "matches": campaign.matches, "good": campaign.good}
    yield dump({**head, "seen_by": campaign.seen_by} if redacted else head)[:-1]
    yield f',\n "summary": {dump(_counts(campaign.whole))}'
    yield ',\n "chapters": {' + ",".join(f"\n  {dump(one.name)}: {dump(_counts(one))}" for one in campaign.chapters) + "}"
    yield ',\n "faults": {' + ",".join(f"\n  {dump(one.name)}: {dump(_fault(one, redacted))}" for one in campaign.faults) + "}}\n"


def _counts(tally: Tally) -> Record:
    return {"wanted": tally.wanted, "injected": tally.injected, "found": tally.found, "extra": tally.extra}


def _fault(tally: Tally, redacted: bool) -> Record:
    return {**_counts(tally), "amiss": [_trial(trial) for trial in tally.trials if _is_amiss(trial, redacted)]}


def _trial(trial: Trial) -> Record:
    extra = [{"id": id, "line": line} for id, line in trial.extra]
    return {"match": trial.number, "line": trial.line, "found": trial.found, "extra": extra}


def clear_text(clear: Clear, color: bool) -> str:
    """One line on clean deals of a game, and one for each finding in them."""
    about = f"{clear.ruleset}, {clear.players} players, {clear.bot}"
    sum = f"{plural(clear.deals, 'deal')} of {plural(clear.matches, 'match', 'matches')}: {clear.faulty or 'none'} with a finding"
    lines = [f"{about}: {paint(sum, 'error' if clear.faulty else 'good', color)}"]
    lines += [f"  match {number}: {id} at line {line}" for number, id, line in clear.found]
    return "".join(f"{line}\n" for line in lines)


def clear_json(clears: Iterable[Clear]) -> Iterator[str]:
    """Yield clean deals as JSON Lines, a game a line."""
    for clear in clears:
        found = [{"match": number, "id": id, "line": line} for number, id, line in clear.found]
        yield dump({**clear._asdict(), "found": found}) + "\n"
