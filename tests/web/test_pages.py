"""Pages without a browser: well-formed, self-contained, escaped, named in the reader's language, and not too large."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import html5lib
import pytest

from canasta_audit.audit import stream
from canasta_audit.batch.items import FileBegins
from canasta_audit.cards import ALL
from canasta_audit.compare.game import compare_game
from canasta_audit.compare.infer import Inference, infer
from canasta_audit.compare.matrix import compare
from canasta_audit.compare.witness_cases import shipped
from canasta_audit.language import LANGUAGES, words
from canasta_audit.law import TEXTS
from canasta_audit.notation.parse import parse
from canasta_audit.render import witness as render_witness
from canasta_audit.render.html.cards import name_of, symbol_id
from canasta_audit.render.html.compare import Shown, compare_page
from canasta_audit.render.html.film import Mark, films, with_record
from canasta_audit.render.html.games import game_page, infer_page
from canasta_audit.render.html.quotes import Quotes
from canasta_audit.render.html.witness import Game, Lack, witness_page
from canasta_audit.render.registry import renderer
from canasta_audit.render.stream import Options
from canasta_audit.resources import read_text
from canasta_audit.ruleset.load import list_rulesets, load_ruleset

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>'\"&<!--body-->\u202e"
LOG = f"""[Event "{HOSTILE.replace('"', "")}"]
[Ruleset "uk-regency"]
[North "<b>N</b>"]
deal 1: dealer W
hand N: KS KH 2C 4D 9C </td><td>
N: draw QH, meld KS KH 2C, discard 4D  # {HOSTILE}
E: draw, discard 3S {{<i onclick=x>}}
"""
SIDE_BY_SIDE = tuple(name for name, _ in list_rulesets())
GAME = Game("/melds/wild_cap", ("uk-regency", "ru-bank"), LOG, 6, ("", f"X-001: {HOSTILE}"))


@cache
def comparison(language: str = "en", names: tuple[str, ...] = SIDE_BY_SIDE) -> str:
    matrix = compare([load_ruleset(name) for name in names])
    lacks = [Lack("/seating/cut", ("uk-regency", "ru-bank"), "idle-in-one", "/seating/dealer")]
    return "".join(compare_page(matrix, words(language), Shown([GAME], lacks)))


@cache
def one_game(language: str = "en", text: str = LOG) -> str:
    rulesets = [load_ruleset(name) for name in ("uk-regency", "ru-bank", "ro-classic")]
    return "".join(game_page(compare_game(parse(text, f"<{HOSTILE}>"), rulesets), words(language)))


@cache
def inferred() -> Inference:
    log = parse(read_text("fixtures", "games", "faulty-final.cgn"), "faulty-final.cgn")
    return infer([log], [load_ruleset(name) for name in ("uk-regency", "ru-club")])


@cache
def inference(language: str = "en") -> str:
    return "".join(infer_page(inferred(), words(language)))


@cache
def two(language: str = "en") -> str:
    return comparison(language, ("uk-regency", "ru-bank"))


@cache
def report(language: str = "en") -> str:
    name, logs = "faulty-final.cgn", {f"<{HOSTILE}>": LOG}
    logs[name] = read_text("fixtures", "games", name)
    items = [item for file, text in logs.items() for item in (FileBegins(file), *stream(text.split("\n"), file, recorded=True))]
    return "".join(renderer("html")(items, Options(language=language)))


PAGES = {"comparison": two, "game": one_game, "inference": inference, "report": report}


@cache
def parsed(text: str) -> tuple[Any, list[Any]]:
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    return parser.parse(text), parser.errors


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_well_formed(name: str) -> None:
    _, errors = parsed(PAGES[name]())
    assert not errors


@pytest.mark.parametrize("name", PAGES)
def test_ids_are_unique_and_every_reference_is_there(name: str) -> None:
    root, _ = parsed(PAGES[name]())
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    for node in root.iter():
        for attribute in ("aria-labelledby", "data-goto"):
            assert node.get(attribute) is None or node.get(attribute) in ids
        link = node.get("href", "")
        if link.startswith("#"):
            assert link[1:] in ids


@pytest.mark.parametrize("name", PAGES)
def test_nothing_comes_from_outside_and_nothing_runs_but_our_script(name: str) -> None:
    text = PAGES[name]()
    root, _ = parsed(text)
    for node in root.iter():
        if not isinstance(node.tag, str):
            continue
        assert node.tag not in ("iframe", "object", "embed", "img", "base", "audio", "video")
        assert not [key for key in node.attrib if str(key).startswith("on") or key == "style"]
        for key in ("src", "href", "action", "{http://www.w3.org/1999/xlink}href"):
            assert (node.get(key) or "#").startswith(("#", "data:,"))
    scripts = [node for node in root.iter("script") if node.get("type") != "application/json"]
    assert len(scripts) == 1
    (policy,) = [node.get("content") for node in root.iter("meta") if node.get("http-equiv") == "Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize("name", ["comparison", "game", "report"])
def test_hostile_text_stays_text(name: str) -> None:
    text = PAGES[name]()
    assert "<script>alert" not in text and "onerror=alert(2)>'\"" not in text and "\u202e" not in text
    root, _ = parsed(text)
    assert not list(root.iter("i")) and not [node for node in root.iter("b") if (node.text or "") == "N" and node.get("onclick")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_in_its_language(name: str, language: str) -> None:
    """No English label is left over: text in Latin letters is marked as being in another language, or is no language at all."""
    text = PAGES[name](language)
    root, errors = parsed(text)
    assert root.get("lang") == language and not errors
    if language == "en":
        return
    english = labels("en") - labels(language)
    assert not [label for label in seen(root.find("body"), language) if label in english]


@cache
def labels(language: str) -> set[str]:
    from tests.web.test_language import messages

    of = words(language)
    return {of(name) for name, entry in messages(language).items() if not entry[1] and len(of(name)) > 2}


def seen(node: Any, language: str) -> list[str]:
    """Texts and labels in the page's language."""
    if not isinstance(node.tag, str) or node.tag in ("script", "code", "style") or node.get("translate") == "no":
        return []
    if node.get("lang", language) != language:
        return []
    own = [node.text, *(node.get(key) for key in ("title", "aria-label"))]
    inside = [text for child in node for text in (*seen(child, language), child.tail)]
    return [text.strip() for text in (*own, *inside) if text and text.strip()]


def test_the_page_of_all_texts_is_not_too_large() -> None:
    assert len(comparison().encode()) < 3_000_000


def test_every_key_and_every_cell_is_on_the_page() -> None:
    root, _ = parsed(comparison())
    matrix = compare([load_ruleset(name) for name in SIDE_BY_SIDE])
    rows = {node.get("data-key"): node for node in root.iter("tr") if node.get("data-key")}
    assert list(rows) == [row.pointer for row in matrix.rows]
    for row in matrix.rows:
        cells = list(rows[row.pointer].iter("td"))
        assert [cell.get("data-ruleset") for cell in cells] == list(SIDE_BY_SIDE)
        kinds = [cell.get("data-value") for cell in cells]
        for left, right in ((i, j) for i in range(len(kinds)) for j in range(i)):
            assert (kinds[left] != kinds[right]) == row.differ(left, right)


def test_cards_have_a_picture_and_a_name_in_every_language() -> None:
    text = two()
    for language in LANGUAGES:
        assert len({name_of(card, words(language)) for card in ALL}) == len(ALL)
    assert all(f'id="{symbol_id(card)}"' in text for card in ALL)


def test_a_film_has_the_table_as_dealt_after_every_turn_and_at_the_end() -> None:
    log = parse(read_text("fixtures", "games", "faulty-final.cgn"))
    first, second = films(log)
    assert [moment.turn for moment in first.moments] == [*range(19), None]
    assert second.moments[0].turn == 0 and second.moments[0].line > first.moments[-1].line
    assert first.sides == ("NS", "EW")
    for film in (first, second):
        for moment in film.moments[:-1]:
            on_table = sum(len(cards.split()) for melds in moment.data.get("melds", {}).values() for cards, _ in melds)
            hands = sum(len(cards.split()) for cards in moment.data["hands"].values())
            reds = sum(len(cards.split()) for cards in moment.data.get("reds", {}).values())
            assert on_table + hands + reds + len(moment.data.get("pile", "").split()) + moment.data["stock"] in (107, 108, 109)


def test_marks_go_to_their_line_or_the_next_moment() -> None:
    log = parse(LOG)
    (film,) = films(log, marks={line: [Mark("note", str(line))] for line in (1, 4, 6, 99)})
    assert [[mark.text for mark in moment.marks] for moment in film.moments] == [["1", "4"], ["6"], ["99"]]


def test_a_log_of_turns_alone_is_a_film_without_an_end() -> None:
    (film,) = films(parse("deal 1: dealer W\nN: draw, discard 4D\n"), load_ruleset("uk-regency"))
    assert [moment.turn for moment in film.moments] == [0, 1]


def test_data_in_a_page_is_read_back() -> None:
    root, _ = parsed(one_game())
    figures = list(root.iter("figure"))
    assert figures
    for figure in figures:
        data = json.loads(next(figure.iter("script")).text)
        assert len(data["steps"]) == len([*next(figure.iter("ol"))])


def test_lines_are_quoted_from_the_users_own_copies(tmp_path: Path) -> None:
    text = TEXTS["uk-wiki"]
    (tmp_path / "uk-wiki.txt").write_text("".join(f"<own line {i}>\n" for i in range(1, text.lines + 1)), encoding="utf-8")
    (tmp_path / "ru-bank.txt").write_text("short\n", encoding="utf-8")
    matrix = compare([load_ruleset(name) for name in ("uk-regency", "ru-bank", "ru-club")])
    quotes = Quotes(str(tmp_path))
    page = "".join(compare_page(matrix, words("en"), Shown(quotes=quotes)))
    root, errors = parsed(page)
    assert not errors
    quoted = {"".join(node.itertext()).split(maxsplit=1)[1] for node in root.iter("blockquote") if node.get("lang") == "uk"}
    cited = {found.line for row in matrix.rows for found in row.cells[0].citations if found.text == "uk-wiki"}
    assert quoted == {f"<own line {line}>" for line in cited}
    assert {(trouble.text, trouble.why) for trouble in quotes.troubles.values()} == {
        ("ru-bank", "other-edition"),
        ("ru-club", "missing"),
    }
    assert "own line" not in comparison()


def test_a_page_of_two_rulesets_has_all_their_games_and_says_what_has_none() -> None:
    root, _ = parsed(two())
    names = [node.get("id") for node in root.iter("figure")]
    assert names == ["play-melds-wild_cap-1"]
    assert [node for node in root.iter() if node.get("id") == "lacks"]


def test_a_page_of_games_alone_has_each_under_its_key() -> None:
    page = "".join(witness_page([GAME, GAME._replace(key="/melds/owner", line=0)], [], words("ro")))
    root, errors = parsed(page)
    assert not errors
    assert [node.get("id") for node in root.iter("figure")] == ["play-melds-wild_cap-1", "play-melds-owner-1"]
    marked = [node.get("data-line") for node in root.iter("li") if "marked" in node.get("class", "")]
    assert marked == ["6", "7"]


def sources(folder: Path) -> Quotes:
    for text in TEXTS.values():
        (folder / f"{text.id}.txt").write_text(
            "".join(f"<own {text.id} {i}>\n" for i in range(1, text.lines + 1)), encoding="utf-8"
        )
    return Quotes(str(folder))


def test_all_pages_quote_the_users_own_copies(tmp_path: Path) -> None:
    quotes = sources(tmp_path)
    cited = compare([load_ruleset(name) for name in GAME.rulesets]).only([GAME.key]).rows[0].cells
    games = [GAME._replace(cells=cited)]
    log = parse(read_text("fixtures", "games", "faulty-final.cgn"))
    found = compare_game(log, [load_ruleset(name) for name in ("uk-regency", "ro-mini")])
    for page in (
        witness_page(games, [], words("ru"), quotes),
        game_page(found, words("ru"), quotes),
        infer_page(inferred(), words("ru"), quotes),
    ):
        root, errors = parsed("".join(page))
        assert not errors
        said = ["".join(node.itertext()).split(maxsplit=1) for node in root.iter("blockquote")]
        assert said
        assert all(text.startswith("<own ") and text.endswith(f" {line}>") for line, text in said)


def test_a_folder_of_copies_is_named_on_the_command_line(run: Any, tmp_path: Path) -> None:
    sources(tmp_path)
    (tmp_path / "uk-wiki.txt").unlink()
    named = ("--format", "html", "--sources", tmp_path)
    args = ("infer", "-", "-r", "uk-regency", "-r", "ru-club", *named)
    pages = [run(*args, stdin=read_text("fixtures", "games", "faulty-final.cgn")).out]
    assert run("witness", "uk-regency", "uk-regency", *named).code == 0
    found = [one for one in shipped(("ro-classic", "uk-regency")) if one.key == "/turn/draw"]
    pages.append("".join(render_witness.html(found, Options(sources=str(tmp_path)))))
    for page in pages:
        assert "&lt;own " in page
        assert 'id="troubles"' in page


def test_the_first_parting_is_the_first_play() -> None:
    log = parse(read_text("fixtures", "games", "faulty-final.cgn"))
    found = compare_game(log, [load_ruleset(name) for name in SIDE_BY_SIDE])
    assert found.first is not None and found.first.line != found.partings[0].line
    root, _ = parsed("".join(game_page(found, words("en"))))
    first, every = (node for node in root.iter("table") if "partings" in node.get("class", ""))
    (row,) = first.find("tbody")
    assert str(found.first.line) in "".join(row[0].itertext()).split()
    assert len(every.find("tbody")) == len(found.partings)


def test_rulesets_that_say_the_same_stand_together() -> None:
    log = parse(read_text("fixtures", "games", "faulty-final.cgn"))
    found = compare_game(log, [load_ruleset(name) for name in SIDE_BY_SIDE])
    root, _ = parsed("".join(game_page(found, words("en"))))
    row = next(iter(next(node for node in root.iter("table") if "partings" in node.get("class", "")).find("tbody")))
    said = [[code.text for code in node.findall("b/code")] for node in row.iter("div") if node.get("class") == "verdict"]
    assert sorted(name for names in said for name in names) == sorted(SIDE_BY_SIDE)
    assert len(said) < len(SIDE_BY_SIDE)


def test_a_film_with_its_record_has_every_line_once() -> None:
    text = "lots: N KS, E 4H, S QH, W 9C\n" + read_text("fixtures", "games", "faulty-final.cgn")
    lines = text.rstrip("\n").split("\n")
    shot = list(films(parse(text)))
    shown = list(with_record(shot, lines))
    assert "\n".join(moment.text for film in shown for moment in film.moments) == "\n".join(lines)
    for before, after in zip(shot, shown, strict=True):
        for one, other in zip(before.moments[1:-1], after.moments[1:-1], strict=True):
            assert other.text.endswith(lines[one.line - 1])


@pytest.mark.parametrize(
    "log", ["deal 1: dealer W\n", "deal 1: first N\nscore NS: total 5\n", "deal 1: first N\nN: draw, discard 4C\n"]
)
def test_a_short_film_with_its_record_has_every_line(log: str) -> None:
    (film,) = with_record(list(films(parse(log), load_ruleset("uk-regency"))), log.splitlines())
    assert "\n".join(moment.text for moment in film.moments) == log.rstrip("\n")
