"""The comparison of all rulesets in Chromium: filters, citations, both widths, no scripts, no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from canasta_audit.cli.main import cli
from tests.web.browser import DESK, PHONE, opened

ROOT = Path(__file__).resolve().parents[2]
SEVEN = 7
PACKS = "tr[data-key='/equipment/packs']"
"""A key in which ro-canastone alone differs from all others."""


def made(path: Path, *args: str) -> Path:
    done = CliRunner().invoke(cli, ["compare", *args, "--format", "html"])
    path.write_text(done.output, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def comparison(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("pages") / "all.html")


@pytest.fixture(scope="module")
def desk(browser: Any, comparison: Path) -> Iterator[Any]:
    """The page, open for several tests: each begins by showing all."""
    with opened(browser, comparison) as one:
        yield one.page


def visible(page: Any, selector: str) -> int:
    return int(page.locator(f"{selector}:visible").count())


def show_all(page: Any) -> None:
    page.locator("button[type=reset]").click()
    # The form is read once it has been reset, a moment later.
    page.wait_for_timeout(50)


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


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_page_fits_its_window(browser: Any, comparison: Path, size: tuple[int, int]) -> None:
    with opened(browser, comparison, size) as one:
        assert one.too_wide <= 0
        one.page.evaluate("document.querySelectorAll('[data-chapter] details').forEach(node => node.open = true)")
        one.page.locator("input[name=alike]").check()
        assert one.too_wide <= 0


# The chapters are built alike, and so are the games: with all of them the check would take ten times as long.
@pytest.mark.parametrize(("scheme", "size", "rules"), [("light", DESK, ()), ("dark", PHONE, ("color-contrast",))])
def test_nothing_hinders_anybody(browser: Any, tmp_path: Path, scheme: str, size: tuple[int, int], rules: tuple[str, ...]) -> None:
    page = made(tmp_path / "few.html", "uk-regency", "ru-bank", "ro-mini", "--chapter", "pile")
    with opened(browser, page, size, scheme=scheme) as one:
        one.page.evaluate("document.querySelectorAll('[data-chapter] details').forEach(node => node.open = true)")
        one.page.locator("details.witness > summary").first.click()
        assert one.violations(*rules) == []


def test_all_can_be_read_without_scripts(browser: Any, comparison: Path) -> None:
    with opened(browser, comparison, scripts=False) as one:
        assert visible(one.page, f"{PACKS} td[data-ruleset]") == SEVEN
        one.page.locator(f"{PACKS} td[data-ruleset=uk-regency] summary").click()
        assert one.page.locator(f"{PACKS} td[data-ruleset=uk-regency] .cite").first.is_visible()


def test_a_key_leads_to_its_game_which_is_stepped_through(browser: Any, comparison: Path) -> None:
    with opened(browser, comparison, PHONE) as one:
        page = one.page
        page.locator("tr[data-key^='/pile/']:visible a[href^='#game-']").first.click()
        game = page.locator("details.witness[open] figure.game").first
        current = game.locator("li[aria-current=step]")
        marked = current.get_attribute("data-line")
        assert current.evaluate("line => line.classList.contains('marked')")
        assert game.locator(".felt svg.card").count() > 1
        game.locator("button[data-to=first]").click()
        first = current.get_attribute("data-line")
        assert int(first) < int(marked)
        page.keyboard.press("End")
        assert int(current.get_attribute("data-line")) >= int(marked)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Home")
        assert current.get_attribute("data-line") == first
        assert one.too_wide <= 0


def test_one_game_under_all_is_stepped_through(browser: Any, tmp_path: Path) -> None:
    page = made(tmp_path / "game.html", "--log", str(ROOT / "fixtures/games/faulty-final.cgn"))
    with opened(browser, page, PHONE) as one:
        game = one.page.locator("figure.game").first
        current = game.locator("li[aria-current=step]")
        assert current.evaluate("line => line.classList.contains('marked')")
        first = current.get_attribute("data-line")
        game.locator("button[data-to=mark]").click()
        assert current.get_attribute("data-line") != first
        assert current.evaluate("line => line.classList.contains('marked')")
        assert one.too_wide <= 0
