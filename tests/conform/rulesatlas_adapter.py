"""Puts the canasta of the package `rulesatlas` to the test.

    canasta-audit conform run -f markdown -- python tests/conform/rulesatlas_adapter.py

It has one fixed variant for four. The package judges: here it is only told what was played, and what it says is held against
what was written down. What it has no word for is unsupported, and so is what is claimed of cards that were not told.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import rulesatlas
from rulesatlas.adapters import canasta
from rulesatlas_table import RANKS, SEATS, SIDES, Fault, Table, Unsupported, fits, is_red, item, lay, points, rank_of

POSITION = {"blank", "deal", "before", "minimum", "hand", "melds", "cards", "red"}


def draw(table: Table, seat: int, play: dict[str, Any], after: dict[str, Any] | None) -> bool:
    """A draw with the red threes on the way; tells whether the play after it was part of it."""
    chains = play["chains"] or [["?"]]
    cards, joined = list(chains[0]), bool(after and after["kind"] == "red" and after["chains"][0][0] == chains[-1][-1])
    if joined and after:
        cards += after["chains"][0][1:]
    if len(chains) > 1:
        raise Fault("one card is drawn")
    if table.data["turn"] == seat and table.data["phase"] == "draw":
        for place, card in enumerate(cards):
            table.need(table.data["stock"], card, place)
    table.act("draw_stock", seat)
    if any(not is_red(card) for card in cards[:-1]) or is_red(cards[-1]) != table.over:
        raise Fault("a red three is laid and another card drawn for it")
    return joined


def groups(table: Table, seat: int, plays: list[dict[str, Any]], top: int | None = None) -> list[dict[str, Any]]:
    """What is melded, laid off and laid with the top card, as the package wants it: each rank once."""
    hand, melds = table.data["hands"][seat], table.data["melds"][seat % 2]
    found: dict[int, list[int]] = {}
    used: list[int] = []
    for play in plays:
        cards = []
        if top is not None and play["kind"] == "take":
            cards, top = [top], None
        for card in play.get("cards", []):
            if is_red(card):
                raise Fault("a red three is melded")
            if top is not None and plays[0]["kind"] != "take" and fits(top, card):
                cards, top = [*cards, top], None
            else:
                cards.append(table.need(hand, card, but=[*used, *cards]))
        used += cards
        rank, onto = rank_of(cards), play.get("onto")
        if onto:
            rank = max(RANKS.find(onto["card"][0]), 1)
            if onto.get("nth", 1) > 1 or ("owner" in onto and SEATS.index(onto["owner"]) % 2 != seat % 2):
                raise Fault("cards are laid off on the one meld of a rank of one's own side")
        lies = rank in found or any(meld["rank"] == rank for meld in melds)
        if lies != (play["kind"] == "add" or bool(onto)):
            raise Fault("a side has one meld of a rank")
        found.setdefault(rank, []).extend(cards)
    return [{"rank": rank, "cards": cards} for rank, cards in found.items()]


def take(table: Table, seat: int, play: dict[str, Any], after: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pile, with whatever of this turn is melded from the hand beside it; tells which plays are left after it."""
    if play.get("only") or play.get("how") in ("showing", "by"):
        raise Fault("the whole pile is taken, and its top card melded")
    pile = table.data["discard"]
    if not pile and not table.drawn_up:
        pile.append(table.need(table.data["stock"], play["top"], 0))
        table.data["stock"].pop(0)
    if not pile or not fits(pile[-1], play.get("top", "?")):
        raise Fault("another card lies on top")
    first = [play] if play.get("cards") or "onto" in play else []
    end = next((n for n, one in enumerate(after) if one["kind"] not in ("meld", "add", "red")), len(after))
    beside, later = list(first), []
    for one in after[:end]:
        now, rest = held(table, seat, beside, one) if one["kind"] != "red" else ([], [])
        if now:
            beside.append({**one, "cards": now})
            onto = one.get("onto", {"card": max(one["cards"], key=lambda card: card[0] not in "2*")})
            later += [{"kind": "add", "cards": rest, "onto": onto}] if rest else []
        else:
            later.append(one)
    table.act("take_discard", seat, groups=groups(table, seat, beside, pile[-1]))
    return later + after[end:]


def held(table: Table, seat: int, beside: list[dict[str, Any]], one: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The cards of a meld that can be laid while the pile still lies, and those that come from below its top."""
    now: list[str] = []
    rest: list[str] = []
    before = deepcopy((table.state, table.loose))
    for card in one["cards"]:
        try:
            laid = groups(table, seat, [*beside, {**one, "cards": [*now, card]}], table.data["discard"][-1])
            now.append(card)
        except Fault:
            rest.append(card)
        table.state, table.loose = deepcopy(before)
    enough = now and (one["kind"] == "add" or not rest or canasta.valid_meld(laid[-1]))
    return (now, rest) if enough else ([], one["cards"])


def leave_nothing(table: Table, seat: int, plays: list[dict[str, Any]]) -> None:
    """A hand of which nothing was told, and which is played out: it holds what is played and no more."""
    hand: list[int] = table.data["hands"][seat]
    used: list[int] = []
    for play in plays:
        for card in [*play.get("cards", []), *([play["card"]] if "card" in play else [])]:
            used.append(table.need(hand, card, but=used))
    table.data["stock"] += [card for card in hand if card not in used]
    table.data["hands"][seat] = [card for card in hand if card in used]
    table.untold.discard(seat)


def turn(table: Table, line: dict[str, Any], out: bool) -> None:
    """All plays of a turn."""
    seat, plays = SEATS.index(line["seat"]), [play for play in line["plays"] if play["kind"] != "last"]
    at = 0
    while at < len(plays):
        play, after = plays[at], plays[at + 1 :]
        kind = play["kind"]
        at += 1
        if kind == "draw":
            at += draw(table, seat, play, after[0] if after else None)
        elif kind == "take":
            plays[at:] = take(table, seat, play, after)
        elif kind in ("meld", "add"):
            end = at
            while end < len(plays) and plays[end]["kind"] in ("meld", "add"):
                end += 1
            table.act("meld", seat, groups=groups(table, seat, plays[at - 1 : end]))
            at = end
        elif kind == "discard":
            if is_red(play["card"]):
                raise Fault("a red three is discarded")
            table.act("discard", seat, card=table.need(table.data["hands"][seat], play["card"]))
        elif kind == "red":
            before = {one["kind"] for one in plays[: at - 1]}
            if "draw" in before:
                raise Unsupported("a red three that is laid apart from its draw")
            red(table, seat, play, "take" in before)
        elif kind == "ask":
            if "answer" not in play:
                raise Unsupported("a question without an answer")
            table.act("ask_to_go_out", seat)
            table.act("answer_permission", (seat + 2) % 4, player=(seat + 2) % 4, allow=play["answer"])
        elif kind == "pass":
            table.act("end_stock", seat)
        elif kind != "pickup":
            raise Unsupported(kind)
        if out and kind in ("draw", "take") and seat in table.untold:
            leave_nothing(table, seat, plays[at:])
    if not table.over and table.data["turn"] == seat:
        raise Fault("the turn is not over")


def red(table: Table, seat: int, play: dict[str, Any], taken: bool) -> None:
    """Red threes laid: the package has done it, at the deal or with the pile."""
    for chain in play["chains"]:
        if taken and len(chain) == 1 and any(fits(card, chain[0]) for card in table.data["red_threes"][seat % 2]):
            continue
        if taken or not table.early[seat]:
            raise Fault("the red three was not laid so")
        table.early[seat] -= 1


def claim(table: Table, line: dict[str, Any]) -> None:
    """What stands behind the turns, against the package's state."""
    data, kind = table.data, line["kind"]
    if kind == "end":
        ended(table, line)
    elif kind == "left":
        hand, used = data["hands"][SEATS.index(line["seat"])], []
        for card in line["cards"]:
            used.append(table.need(hand, card, but=used))
        if len(used) != len(hand):
            raise Fault("other cards are left")
    elif kind == "score":
        side, apart = SIDES.index(line["side"]), any(one["item"] == "concealed" for one in line["items"])
        for one in line["items"]:
            counted = {**data, "concealed": False} if apart and one["item"] == "out" else data
            mine = item(counted, side, one["item"]) if table.known(side) else None
            if mine is None:
                table.unchecked = True
            elif mine != one["points"]:
                raise Fault(f"{one['item']}: {mine}")
    elif kind == "totals":
        for one in line["sums"]:
            side = SIDES.index(one["side"])
            if not table.known(side):
                table.unchecked = True
            elif data["round_start_scores"][side] + points(data)[side] != one["points"]:
                raise Fault("another running total")
    elif kind not in POSITION:
        raise Unsupported(kind)


def ended(table: Table, line: dict[str, Any]) -> None:
    """How the deal is said to have ended."""
    if line["outs"]:
        (out,) = line["outs"] if len(line["outs"]) == 1 else [{"seat": "?"}]
        claimed = (out["seat"], out.get("concealed"))
        if table.data["end_reason"] != "go_out" or claimed != (SEATS[table.data["turn"]], table.data["concealed"]):
            raise Fault("nobody has gone out so")
    elif line.get("why") == "stock" and not table.over:
        if not table.drawn_up:
            raise Unsupported("how many cards the stock had")
        table.act("end_stock")
    elif line.get("why") not in ("stock", "stop") or (table.over and line["why"] == "stop"):
        raise Unsupported("an end of that kind")
    elif table.data["end_reason"] == "go_out":
        raise Fault("a player has gone out")


def begin(before: Table | None, lines: list[dict[str, Any]]) -> Table:
    """The next deal, with its position."""
    head = lines[0]
    turns = [line["seat"] for line in lines if line["kind"] == "turn"]
    table = Table(before.state if before else rulesatlas.new_state("G050", players=[{"id": seat} for seat in SEATS]))
    if before:
        if not before.over:
            raise Unsupported("a deal after one that was broken off")
        table.act("next_round")
        if not all(map(before.known, (0, 1))):
            table.state["data"].update(scores=[0, 0], round_start_scores=[0, 0])
        if head.get("dealer", SEATS[table.data["dealer"]]) != SEATS[table.data["dealer"]]:
            raise Fault("another player deals")
    else:
        first = SEATS.index(head.get("first") or (turns or "N")[0])
        dealer = SEATS.index(head["dealer"]) if "dealer" in head else (first - 1) % 4
        table.data.update(dealer=dealer, turn=(dealer + 1) % 4)
    if head.get("first", SEATS[table.data["turn"]]) != SEATS[table.data["turn"]]:
        raise Fault("another player begins")
    told = {one["side"]: one["points"] for line in lines if line["kind"] == "before" for one in line["sums"]}
    scores = [told.get(side, 0) for side in SIDES]
    if before and told and all(map(before.known, (0, 1))) and scores != table.data["scores"]:
        raise Fault("the deal begins with other totals")
    if told:
        table.data.update(scores=scores, round_start_scores=list(scores))
    if any(line["kind"] not in ("deal", "before", "blank") for line in lines):
        lay(table, lines)
    return table


def play(tables: list[Table], lines: Iterable[dict[str, Any]]) -> None:
    """Play one deal through."""
    lines = [line for line in lines if not line.get("undone")]
    at = lines[0].get("line", 0)
    try:
        tables.append(begin(tables[-1] if tables else None, lines))
        table = tables[-1]
        turns = [line for line in lines if line["kind"] == "turn"]
        outs = {out["seat"] for line in lines if line["kind"] == "end" for out in line["outs"]}
        for line in lines:
            at = line.get("line", 0)
            if line["kind"] == "turn":
                turn(table, line, line is turns[-1] and line["seat"] in outs)
            else:
                claim(table, line)
    except Fault as fault:
        fault.args = (*fault.args, at)
        raise


def heading(match: dict[str, Any], chapter: str) -> str:
    """The result that is claimed, of a match for four in two sides; lots and cuts matter only in the chapter about them."""
    tags = {line["name"]: line["value"] for line in match["head"] if line["kind"] == "tag"}
    told = {line["kind"] for line in match["head"]} | {key for deal in match["deals"] for key in deal["lines"][0]}
    if chapter == "seating" and told & {"lots", "cut", "uncut"}:
        raise Unsupported("lots and cuts")
    if tags.get("Seats", "NESW") != "NESW" or tags.get("Sides", "NS EW") not in ("NS EW", "EW NS"):
        raise Unsupported("seats and sides")
    if any(line.get("seat", "N") not in SEATS for deal in match["deals"] for line in deal["lines"]):
        raise Unsupported("a seat that this table does not have")
    if chapter == "irregularities":
        raise Unsupported("what goes wrong at a table")
    if told & {"bad", "penalty", "director"}:
        raise Unsupported("what happened before the first deal")
    kinds = [{line["kind"] for line in deal["lines"]} for deal in match["deals"]]
    if any("score" in one and "turn" not in one for one in kinds):
        raise Unsupported("a score sheet without plays")
    return str(tags.get("Result", ""))


def result(table: Table, claimed: str) -> None:
    """Who is said to have won."""
    won = "".join(rulesatlas.outcome(table.state)["winners"])
    if not all(map(table.known, (0, 1))):
        table.unchecked = True
    elif claimed.split()[0] != won:
        raise Fault("another result", 1)


def judge(case: dict[str, Any]) -> dict[str, Any]:
    """The answer to a case."""
    tables: list[Table] = []
    try:
        (match,) = case["log"]["matches"]
        claimed = heading(match, case["chapter"])
        for one in match["deals"]:
            play(tables, one["lines"])
        if claimed:
            result(tables[-1], claimed)
        answer: dict[str, Any] = {"verdict": "legal"}
        if tables[-1].unchecked or not any(table.asked for table in tables):
            raise Unsupported("something is claimed of which the package says nothing")
    except Fault as fault:
        print(case["id"], *fault.args, file=sys.stderr)
        answer = {"verdict": "fault", "findings": [{"line": max(fault.args[1], 1)}]}
        if not tables and "scores" in case["asks"]:
            return {"unsupported": "no deal to score"}
    except Unsupported as why:
        return {"unsupported": str(why)}
    if "scores" in case["asks"]:
        table = tables[-1]
        answer["scores"] = {name: points(table.data)[side] for side, name in enumerate(SIDES) if table.known(side)}
        if not answer["scores"]:
            return {"unsupported": "scores with hands that were not told"}
    return answer


STARTED = {
    "protocol": 1,
    "program": {"name": "rulesatlas", "version": rulesatlas.__version__, "language": "python"},
    "answers": ["verdict", "scores"],
    "chapters": "all",
    "rulesets": ["uk-regency", "uk-howto"],
    "players": [4],
}


def main() -> None:
    """Answer every message in its turn."""
    for text in sys.stdin:
        message = json.loads(text)
        if message["cmd"] == "stop":
            return
        answer: dict[str, Any] = STARTED
        if message["cmd"] == "ruleset":
            answer = {"ok": True}
        elif message["cmd"] == "run":
            try:
                answer = judge(message["case"])
            except Exception as error:
                answer = {"errored": repr(error)}
        print(json.dumps({"seq": message["seq"], **answer}), flush=True)


if __name__ == "__main__":
    main()
