"""Puts the canasta of the package `rulesatlas` under `canasta-audit conform run -- python tests/conform/rulesatlas_adapter.py`.

That game has one fixed variant for four, and states that hold every card. A case tells only some of them: the others are laid
anywhere, as `loose` cards, and change places with a card that the record turns out to need. The package judges; here it is
only told what was played, and what it says is held against what was written down. What it has no word for is unsupported.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable
from copy import deepcopy
from typing import Any

import rulesatlas
from rulesatlas.adapters import canasta

SEATS, SIDES = "NESW", ("NS", "EW")
RANKS = "*A23456789TJQK"
NAMES = [RANKS[1 + card % 54 % 13] + "CDHS"[card % 54 // 13] if card % 54 < 52 else "*" for card in range(108)]
POSITION = {"blank", "deal", "before", "minimum", "hand", "melds", "cards", "red"}


class Fault(Exception):
    """The package refuses what was played, or comes to something else than was written down."""


class Unsupported(Exception):
    """Neither the package nor this adapter can tell."""


def fits(card: int, written: str) -> bool:
    """Whether a card may be the one written down: `KS`, `K`, `Kr`, `*` or `?`."""
    name = NAMES[card]
    if written == "?":
        return not canasta.red_three(card)
    colour = {"r": "DH", "b": "CS"}.get(written[1:], written[1:])
    return name == "*" if written == "*" else name[0] == written[0] and (not colour or name[1:] in tuple(colour))


def is_red(written: str) -> bool:
    return written in ("3H", "3D", "3r")


def plain(cards: list[int]) -> list[int]:
    """Loose cards, those first that mean the least wherever they lie."""
    return sorted(cards, key=lambda card: (canasta.red_three(card), canasta.rank(card) in (0, 2, 3), card % 54))


class Table:
    """One deal in the package's hands."""

    def __init__(self, state: dict[str, Any]):
        self.state, self.loose, self.drawn_up, self.asked = state, set(range(108)), False, 0
        self.untold: set[int] = set()  # hands of which not even the size is known
        self.early: Counter[int] = Counter()  # red threes that the package has laid before the first turn
        self.unchecked = False

    @property
    def data(self) -> dict[str, Any]:
        return self.state["data"]

    def act(self, kind: str, seat: int | None = None, **params: Any) -> None:
        """One action; a refusal is a fault."""
        self.asked += 1
        actor = {} if seat is None else {"actor": SEATS[seat]}
        try:
            self.state = rulesatlas.apply_action(self.state, {"type": kind, "params": params, **actor})
        except rulesatlas.RuleError as error:
            raise Fault(f"{kind}: {error.message}") from error

    def pick(self, written: str) -> int:
        """A loose card from nowhere in particular, while the table is laid."""
        for card in plain([card for card in self.loose if fits(card, written)]):
            if written != "?":
                self.loose.discard(card)
            return card
        raise Unsupported(f"there is no further {written} to lay the position with")

    def need(self, pile: list[int], written: str, at: int | None = None, but: Collection[int] = ()) -> int:
        """The card written down, in this hand, or at this place of the stock; a loose card makes room for it."""
        places = [place for place in (range(len(pile)) if at is None else [at]) if place < len(pile) and pile[place] not in but]
        found = [place for place in places if fits(pile[place], written)]
        if found:
            place = min(found, key=lambda place: pile[place] in self.loose)
        else:
            room = [place for place in places if pile[place] in self.loose]
            others = [self.data["stock"], *self.data["hands"]]
            there = [
                (other, index)
                for other in others
                for index, card in enumerate(other)
                if other is not pile or at is not None
                if card in self.loose and fits(card, written)
            ]
            if not room or not there:
                raise Fault(f"there can be no {written}")
            place, (other, index) = room[-1], there[0]
            pile[place], other[index] = other[index], pile[place]
        if written != "?":
            self.loose.discard(pile[place])
        return pile[place]

    def known(self, side: int) -> bool:
        """Whether all cards in the hands of a side were told, so that its points can be."""
        hands = [(seat, self.data["hands"][seat]) for seat in (side, side + 2)]
        return all(seat not in self.untold and not self.loose & set(hand) for seat, hand in hands)

    @property
    def over(self) -> bool:
        return self.data["phase"] in ("round_end", "finished")


def lay(table: Table, lines: list[dict[str, Any]]) -> None:
    """Lay the position of a deal: dealt by the package where it begins with the card turned up."""
    told = {SEATS.index(line["seat"]): line["cards"] for line in lines if line["kind"] == "hand"}
    places = {line["place"]: line for line in lines if line["kind"] == "cards"}
    if "down" in places or any(line.get("back") for line in lines):
        raise Unsupported("cards face down, or put back")
    up = [card for line in lines if line["kind"] == "cards" and line["place"] == "up" for card in line["cards"]]
    (deal if up else mid_deal)(table, lines, told, up or places)
    for line in lines:
        if line["kind"] == "minimum":
            for claim in line["sums"]:
                if claim["points"] != canasta.threshold(table.data, SIDES.index(claim["side"])):
                    raise Fault("another minimum is asked")


def laid_early(lines: list[dict[str, Any]], seat: int) -> list[list[str]]:
    """Red threes laid from the hand as dealt, each with what was drawn for it: in the position or the player's first turn."""
    reds = [chain for line in lines if line["kind"] == "red" and SEATS.index(line["seat"]) == seat for chain in line["chains"]]
    turns = [line for line in lines if line["kind"] == "turn" and SEATS.index(line["seat"]) == seat]
    for play in turns[0]["plays"] if turns else []:
        if play["kind"] not in ("red", "ask"):
            break
        reds += play.get("chains", [])
    return reds


def deal(table: Table, lines: list[dict[str, Any]], told: dict[int, list[str]], up: list[str]) -> None:
    """Stack the deck so that the package's own deal gives what was recorded."""
    order = [(table.data["dealer"] + 1 + step) % 4 for step in range(4)]
    early = {seat: laid_early(lines, seat) for seat in order}
    for seat in order:
        told.setdefault(seat, [chain[0] for chain in early[seat]])
        told[seat] += ["?"] * (11 - len(told[seat])) if seat not in {SEATS.index(x["seat"]) for x in lines if x["kind"] == "hand"} else []
        if len(told[seat]) != 11:
            raise Fault("eleven cards are dealt")
        if sum(map(is_red, told[seat])) != len(early[seat]):
            raise Fault("red threes dealt are laid before the first turn")
    stock = [card for line in lines if line["kind"] == "cards" and line["place"] == "stock" for card in line["cards"]]
    stock = stock or [card for seat in order for chain in early[seat] for card in chain[1:] or ["?"]]
    sure = {(seat, n): table.pick(card) for seat in order for n, card in enumerate(told[seat]) if card != "?"}
    ups, drawn = [table.pick(card) for card in up], [table.pick(card) if card != "?" else None for card in stock]
    rest = plain(list(table.loose))
    hands = [sure[seat, n] if (seat, n) in sure else rest.pop(0) for n in range(11) for seat in order]
    deck = hands + ups + [rest.pop(0) if card is None else card for card in drawn]
    table.act("deal", deck=deck + rest)
    if table.data["discard"] != ups:
        raise Fault("other cards are turned up")
    table.drawn_up = True
    for seat in order:
        table.early[seat] = len(early[seat])


def mid_deal(table: Table, lines: list[dict[str, Any]], told: dict[int, list[str]], places: dict[str, Any]) -> None:
    """Put a position together as a state."""
    data = table.data
    if any(is_red(card) for cards in told.values() for card in cards):
        raise Unsupported("a red three in a hand")
    for line in lines:
        seat = SEATS.index(line.get("seat", "N"))
        if line["kind"] == "melds":
            data["has_melded"][seat] = True
            for cards in line["melds"]:
                ids = [table.pick(card) for card in cards]
                data["melds"][seat % 2].append({"rank": rank_of(ids), "cards": ids})
        if line["kind"] == "red":
            data["red_threes"][seat % 2] += [table.pick(card) for chain in line["chains"] for card in chain if is_red(card)]
    for seat in range(4):
        for chain in laid_early([line for line in lines if line["kind"] == "turn"], seat):
            data["red_threes"][seat % 2] += [table.pick(card) for card in chain if is_red(card)]
            table.early[seat] += 1
        data["hands"][seat] = [table.pick(card) for card in told.get(seat, []) if card != "?"]
    data["discard"] = [table.pick(card) for card in places.get("pile", {"cards": []})["cards"]]
    stock = places.get("stock", {"cards": []})["cards"]
    sure = {n: table.pick(card) for n, card in enumerate(stock) if card != "?"}
    rest = plain(list(table.loose))
    for seat in range(4):
        unseen = told[seat].count("?") if seat in told else 14
        data["hands"][seat] += [rest.pop(0) for _ in range(unseen)]
    table.untold = set(range(4)) - set(told)
    data["stock"] = [sure[n] if n in sure else rest.pop(0) for n in range(len(stock))]
    table.drawn_up = bool(stock)
    if not stock:
        data["stock"] = rest
    elif rest and not table.untold:
        raise Unsupported("no place for the cards that are nowhere")
    else:
        for card in rest:
            where = data["red_threes"][min(table.untold) % 2] if canasta.red_three(card) else data["hands"][min(table.untold)]
            where.append(card)
    data.update(phase="draw", concealed_candidate=not data["has_melded"][data["turn"]])
    valid = rulesatlas.validate_state(table.state)
    if not valid["valid"]:
        raise Unsupported("the position: " + valid["issues"][0]["message"])


def rank_of(cards: list[int]) -> int:
    """The rank that most of the naturals have."""
    ranks = Counter(canasta.rank(card) for card in cards if not canasta.wild(card))
    return ranks.most_common(1)[0][0] if ranks else 2


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
        cards = [top] if play["kind"] == "take" and top is not None else []
        for card in play.get("cards", []):
            if is_red(card):
                raise Fault("a red three is melded")
            bare = play["kind"] == "meld" and top is not None and top not in used and fits(top, card) and card != "?"
            cards.append(top if bare and "take" not in {one["kind"] for one in plays} else table.need(hand, card, but=[*used, *cards]))
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


def take(table: Table, seat: int, play: dict[str, Any], after: list[dict[str, Any]]) -> int:
    """The pile with what is melded from the hand beside it; tells how many of the plays after it that were."""
    if play.get("only") or play.get("how") in ("showing", "by"):
        raise Fault("the whole pile is taken, and its top card melded")
    pile = table.data["discard"]
    if not pile and not table.drawn_up:
        pile.append(table.need(table.data["stock"], play["top"], 0))
        table.data["stock"].pop(0)
    if not pile or not fits(pile[-1], play.get("top", "?")):
        raise Fault("another card lies on top")
    beside = 0
    while beside < len(after) and after[beside]["kind"] in ("meld", "add"):
        beside += 1
    bare = not play.get("cards") and "onto" not in play
    before, refused = deepcopy(table.state), Fault("the top card is melded")
    for count in range(beside, int(bare) - 1, -1):
        table.state = deepcopy(before)
        try:
            laid = groups(table, seat, [*([] if bare else [play]), *after[:count]], table.data["discard"][-1])
            table.act("take_discard", seat, groups=laid)
            return count
        except Fault as fault:
            refused = fault
    raise refused


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
            at += take(table, seat, play, after)
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
            red(table, seat, play, any(one["kind"] == "take" for one in plays[: at - 1]))
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


def points(data: dict[str, Any]) -> list[int]:
    """The package's points, of a deal that is not over as well."""
    return list(canasta.round_points(data))


def item(data: dict[str, Any], side: int, name: str) -> int | None:
    """The package gives totals only; an item is the difference that it makes, or what a meld counts beyond its cards."""
    if name == "total":
        return points(data)[side]
    without = {"out": {"out_team": None}, "threes": {"red_threes": [[], []]}, "hand": {"hands": [[], [], [], []]}}
    if name in without:
        return points(data)[side] - points({**data, **without[name]})[side]
    if name not in ("natural", "mixed", "cards"):
        return None
    sums: Counter[str] = Counter()
    bare = {"red_threes": [[], []], "hands": [[], [], [], []], "out_team": None, "melds": [[], []]}
    for meld in data["melds"][side]:
        cards = sum(map(canasta.value, meld["cards"]))
        alone = points({**data, **bare, "melds": [[meld], [meld]]})[side]
        sums["mixed" if any(map(canasta.wild, meld["cards"])) else "natural"] += alone - cards
        sums["cards"] += cards
    return sums[name]


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
        side = SIDES.index(line["side"])
        for one in line["items"]:
            mine = item(data, side, one["item"]) if table.known(side) else None
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
    if "uncut" in head:
        raise Unsupported("cutting")
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
    scores = {one["side"]: one["points"] for line in lines if line["kind"] == "before" for one in line["sums"]}
    if before and scores and all(map(before.known, (0, 1))) and [scores.get(side) for side in SIDES] != table.data["scores"]:
        raise Fault("the deal begins with other totals")
    if scores:
        table.data.update(scores=[scores.get(side, 0) for side in SIDES], round_start_scores=[scores.get(side, 0) for side in SIDES])
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


def heading(lines: Iterable[dict[str, Any]]) -> str:
    """The result that is claimed, of a match for four in two sides."""
    tags = {line["name"]: line["value"] for line in lines if line["kind"] == "tag"}
    if any(line["kind"] not in ("tag", "blank") for line in lines) or tags.get("Seats", "NESW") != "NESW":
        raise Unsupported("seating")
    if tags.get("Sides", "NS EW") not in ("NS EW", "EW NS"):
        raise Unsupported("sides")
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
        claimed = heading(match["head"])
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
