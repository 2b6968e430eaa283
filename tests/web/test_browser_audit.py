"""The report of an audit in Chromium: unfolding, stepping by button and by key, both widths, no scripts, no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from canasta_audit.cli.main import cli
from tests.web.browser import DESK, PHONE, Opened, opened

ROOT = Path(__file__).resolve().parents[2]
FAULTY = "fixtures/games/faulty-final.cgn"
TAKEN = 36
"""A line with a turn that takes the pile against the rules."""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "audit.html"
    done = CliRunner().invoke(cli, ["audit", str(ROOT / FAULTY), "--format", "concise", "--output", f"html={path}"])
    assert path.exists(), done.output
    return path


@pytest.fixture(scope="module")
def wide(browser: Any, report: Path) -> Iterator[Opened]:
    """The page, open for several tests."""
    with opened(browser, report) as one:
        one.page.evaluate("document.querySelectorAll('details').forEach(node => node.dataset.begins = node.open)")
        yield one


@pytest.fixture
def desk(wide: Opened) -> Any:
    """The same with all folded as it was at first."""
    wide.page.evaluate("document.querySelectorAll('details').forEach(node => node.open = node.dataset.begins == 'true')")
    return wide.page


def test_a_fault_is_found_from_the_list_of_all(desk: Any) -> None:
    desk.locator("details:has(> ol.faults) > summary").click()
    link = desk.locator("ol.faults a").nth(3)
    target = link.get_attribute("href")
    link.click()
    assert desk.locator(target).evaluate("node => node.matches(':target')")
    box = desk.locator(target).bounding_box()
    assert 0 <= box["y"] < DESK[1]


def test_the_table_opens_at_the_turn_and_steps(desk: Any) -> None:
    desk.locator(f"button[data-line='{TAKEN}']").click()
    game = desk.locator("figure.game:visible")
    current = game.locator("li[aria-current=step]")
    assert current.get_attribute("data-line") == str(TAKEN)
    after = game.locator(".felt").inner_html()
    game.locator("button[data-to=previous]").click()
    assert current.get_attribute("data-line") == str(TAKEN - 1)
    assert game.locator(".felt").inner_html() != after
    game.locator("ol.lines").focus()
    desk.keyboard.press("ArrowRight")
    assert (current.get_attribute("data-line"), game.locator(".felt").inner_html()) == (str(TAKEN), after)
    desk.keyboard.press("Home")
    assert game.locator("button[data-to=previous]").is_disabled()
    desk.keyboard.press("End")
    assert game.locator("button[data-to=next]").is_disabled()


def test_the_cards_are_drawn_and_named(browser: Any, report: Path) -> None:
    with opened(browser, report, PHONE) as one:
        one.page.locator(f"button[data-line='{TAKEN}']").click()
        cards = one.page.locator("figure.game:visible .felt svg.card")
        assert cards.count() > 40
        assert min(box["width"] for box in cards.evaluate_all("nodes => nodes.map(node => node.getBoundingClientRect())")) >= 28
        assert all(cards.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))"))
        assert one.too_wide <= 0


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_page_fits_its_window(browser: Any, report: Path, size: tuple[int, int]) -> None:
    with opened(browser, report, size) as one:
        one.page.evaluate("document.querySelectorAll('details').forEach(node => node.open = true)")
        assert one.too_wide <= 0


def test_the_faults_stand_beside_their_lines(desk: Any) -> None:
    entry = desk.locator(f"li[id$='-line-{TAKEN}']")
    said, margin = (entry.locator(part).bounding_box() for part in (".said", ".margin"))
    assert margin["x"] >= said["x"] + said["width"]
    assert abs(margin["y"] - said["y"]) < 30


def test_nothing_hinders_anybody(browser: Any, report: Path) -> None:
    with opened(browser, report) as one:
        one.page.locator(f"button[data-line='{TAKEN}']").click()
        one.page.evaluate("document.querySelectorAll('details').forEach(node => node.open = true)")
        one.thin_out()
        assert one.violations() == []


def test_it_can_be_read_in_the_dark(browser: Any, report: Path) -> None:
    with opened(browser, report, scheme="dark") as one:
        one.page.locator(f"button[data-line='{TAKEN}']").click()
        one.thin_out()
        assert one.violations("color-contrast") == []


def test_all_can_be_read_without_scripts(browser: Any, report: Path) -> None:
    with opened(browser, report, scripts=False) as one:
        page = one.page
        assert page.locator(f"li[id$='-line-{TAKEN}'] .finding").is_visible()
        assert page.locator("table.sheet").first.is_visible()
        assert not page.locator("button:visible").count()


def test_it_is_all_there_on_paper(desk: Any) -> None:
    desk.emulate_media(media="print")
    assert not desk.locator("button:visible").count()
    assert desk.locator(".finding").first.is_visible()
    desk.emulate_media(media="screen")
