"""The comparison of all rulesets in Chromium: filters, citations, both widths, no scripts, no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from canasta_audit.cli.main import cli
from tests.web.browser import PHONE, Opened, opened

ROOT = Path(__file__).resolve().parents[2]
SEVEN = 7
PACKS = "tr[data-key='/equipment/packs']"
"""A key in which ro-canastone alone differs from all others."""


CONTRAST = "color-contrast"
"""The one rule of the accessibility check that looks at colours."""

OPEN_ALL = "document.querySelectorAll('[data-chapter] details').forEach(node => node.open = true)"


def made(path: Path, *args: str) -> Path:
    done = CliRunner().invoke(cli, ["compare", *args, "--format", "html"])
    path.write_text(done.output, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def comparison(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("pages") / "all.html")


@pytest.fixture(scope="module")
def wide(browser: Any, comparison: Path) -> Iterator[Opened]:
    """The page, open for several tests: each begins by showing all."""
    with opened(browser, comparison) as one:
        yield one


@pytest.fixture(scope="module")
def narrow(browser: Any, comparison: Path) -> Iterator[Opened]:
    """The same on a telephone, in the dark."""
    with opened(browser, comparison, PHONE, scheme="dark") as one:
        yield one


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game under all rulesets."""
    return made(tmp_path_factory.mktemp("pages") / "game.html", "--log", str(ROOT / "fixtures/games/faulty-final.cgn"))


@pytest.fixture(scope="module")
def game(browser: Any, played: Path) -> Iterator[Opened]:
    """The same, open on a telephone."""
    with opened(browser, played, PHONE) as one:
        yield one


@pytest.fixture
def desk(wide: Opened) -> Any:
    return wide.page


def visible(page: Any, selector: str) -> int:
    return int(page.locator(f"{selector}:visible").count())


def show_all(page: Any) -> None:
    page.locator("button[type=reset]").click()
    # The form is read once it has been reset, behind what else waits there.
    page.evaluate("() => new Promise(done => setTimeout(done))")


def test_a_chapter_is_chosen(desk: Any) -> None:
    show_all(desk)
    before = visible(desk, "tr[data-key]")
    desk.locator("select[name=chapter]").select_option("pile")
    shown = desk.locator("tr[data-key]:visible").evaluate_all("rows => rows.map(row => row.dataset.key)")
    assert 0 < len(shown) < before
    assert all(key.startswith("/pile/") for key in shown)
    show_all(desk)
    assert visible(desk, "tr[data-key]") == before


def test_rulesets_are_chosen_and_rows_in_which_they_agree_fold(desk: Any) -> None:
    show_all(desk)
    assert visible(desk, f"{PACKS} td[data-ruleset]") == SEVEN
    desk.locator("input[name=ruleset][value=ro-canastone]").uncheck()
    assert visible(desk, PACKS) == 0
    desk.locator("input[name=alike]").check()
    assert visible(desk, f"{PACKS} td[data-ruleset]") == SEVEN - 1
    assert not desk.locator(PACKS).evaluate("row => row.classList.contains('differs')")


def test_a_key_is_searched_for(desk: Any) -> None:
    show_all(desk)
    desk.locator("input[name=search]").fill("wild_cap")
    keys = desk.locator("tr[data-key]:visible").evaluate_all("rows => rows.map(row => row.dataset.key)")
    assert "/melds/wild_cap" in keys
    assert all("wild_cap" in key for key in keys)


def test_a_citation_unfolds_by_keyboard(desk: Any) -> None:
    show_all(desk)
    folded = desk.locator(f"{PACKS} td[data-ruleset=uk-regency] details")
    folded.locator("summary").focus()
    assert not folded.locator(".cite").first.is_visible()
    desk.keyboard.press("Enter")
    assert folded.locator(".cite").first.is_visible()
    assert "41" in folded.inner_text()


@pytest.mark.parametrize("name", ["wide", "narrow"])
def test_the_page_fits_its_window(request: pytest.FixtureRequest, name: str) -> None:
    one = request.getfixturevalue(name)
    show_all(one.page)
    assert one.too_wide <= 0
    one.page.evaluate(OPEN_ALL)
    one.page.locator("input[name=alike]").check()
    assert one.too_wide <= 0


def test_nothing_hinders_anybody_on_the_whole_page(browser: Any, comparison: Path) -> None:
    with opened(browser, comparison) as one:
        one.page.locator("details.witness > summary").first.click()
        assert visible(one.page, "details.witness[open] .felt svg.card") > 1
        one.thin_out()
        assert one.violations() == []
        one.page.evaluate(OPEN_ALL)
        assert one.violations() == []
        one.page.emulate_media(color_scheme="dark")
        assert one.violations(CONTRAST) == []


def test_the_page_on_paper(wide: Opened) -> None:
    """Folded parts are unfolded by the browser's word that it prints, which only a real print gives."""
    show_all(wide.page)
    wide.page.emulate_media(media="print")
    assert not visible(wide.page, "button") and not visible(wide.page, "form")
    assert visible(wide.page, f"{PACKS} td[data-ruleset]") == SEVEN
    wide.page.emulate_media(media="screen")


def test_all_can_be_reached_by_keyboard(desk: Any) -> None:
    show_all(desk)
    desk.locator("a.skip").focus()
    assert desk.locator("a.skip").bounding_box()["x"] >= 0
    reached = []
    for _ in range(8):
        desk.keyboard.press("Tab")
        reached.append(desk.evaluate("(node => node.className || node.name || node.tagName)(document.activeElement)"))
    assert {"scroll", "SUMMARY", "chapter", "search"} <= set(reached)
    link = desk.locator("tr[data-key^='/pile/'] a.see").first
    link.focus()
    desk.keyboard.press("Enter")
    desk.locator("details.witness:target[open]").wait_for()


def test_all_can_be_read_without_scripts(browser: Any, comparison: Path) -> None:
    with opened(browser, comparison, scripts=False) as one:
        assert visible(one.page, f"{PACKS} td[data-ruleset]") == SEVEN
        one.page.locator(f"{PACKS} td[data-ruleset=uk-regency] summary").click()
        assert one.page.locator(f"{PACKS} td[data-ruleset=uk-regency] .cite").first.is_visible()


def test_a_key_leads_to_its_game_which_is_stepped_through(narrow: Opened) -> None:
    page = narrow.page
    show_all(page)
    page.locator("tr[data-key^='/pile/']:visible a[href^='#game-']").first.click()
    page.locator("details.witness:target[open]").wait_for()
    shown = page.locator("details.witness:target figure.game").first
    current = shown.locator("li[aria-current=step]")
    marked = current.get_attribute("data-line")
    assert current.evaluate("line => line.classList.contains('marked')")
    assert shown.locator(".felt svg.card").count() > 1
    shown.locator("button[data-to=first]").click()
    first = current.get_attribute("data-line")
    assert int(first) < int(marked)
    page.keyboard.press("End")
    assert int(current.get_attribute("data-line")) >= int(marked)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    assert current.get_attribute("data-line") == first
    assert narrow.too_wide <= 0


def test_one_game_under_all_is_stepped_through(game: Opened) -> None:
    shown = game.page.locator("figure.game").first
    current = shown.locator("li[aria-current=step]")
    assert current.evaluate("line => line.classList.contains('marked')")
    first = current.get_attribute("data-line")
    shown.locator("button[data-to=mark]").click()
    assert current.get_attribute("data-line") != first
    assert current.evaluate("line => line.classList.contains('marked')")
    assert game.too_wide <= 0


def test_a_line_leads_to_the_table(game: Opened) -> None:
    button = game.page.locator("#first ~ .scroll button[data-goto]").first
    line = button.get_attribute("data-line")
    button.focus()
    game.page.keyboard.press("Enter")
    shown = game.page.locator(f"figure#{button.get_attribute('data-goto')}")
    assert shown.locator("li[aria-current=step]").get_attribute("data-line") == line
    assert shown.locator("ol.lines").evaluate("node => node === document.activeElement")


def test_nothing_hinders_anybody_on_the_page_of_a_game(browser: Any, played: Path) -> None:
    with opened(browser, played, PHONE) as one:
        one.thin_out()
        assert one.violations() == []


def test_a_game_on_paper_has_all_its_lines(game: Opened) -> None:
    game.page.emulate_media(media="print")
    assert not visible(game.page, "button") and not visible(game.page, ".felt")
    lists = game.page.locator("ol.lines").evaluate_all("nodes => nodes.map(node => node.scrollHeight - node.clientHeight)")
    assert lists and max(lists) <= 0
    game.page.emulate_media(media="screen")
