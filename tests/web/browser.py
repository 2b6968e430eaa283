"""A Chromium to open pages in. It lets no request out, and remembers every one, and whatever the page complains of.

Without Chromium the tests that use it are skipped and say why; where ``CI`` is ``true`` they fail.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.conftest import without

COMMANDS = ("chromium", "chromium-browser", "google-chrome")
DESK = (1280, 900)
PHONE = (375, 812)
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
"""The accessibility check asks for levels A and AA."""


_THIN_OUT = """() => {
  const named = [...document.querySelectorAll('[aria-labelledby], [aria-controls], [aria-describedby], [for]')].flatMap(node =>
    ['aria-labelledby', 'aria-controls', 'aria-describedby', 'for'].flatMap(name => (node.getAttribute(name) || '').split(' ')));
  const kept = new Set(named.map(id => document.getElementById(id)).filter(Boolean));
  const ownValue = /^(id|href|title|for|name|value|headers|d|style|data-.*|aria-label|aria-labelledby|aria-controls)$/;
  const looks = node => [node.tagName, node.textContent.trim() ? 'told' : 'empty', ...node.getAttributeNames()
    .map(name => ownValue.test(name) ? name : name + '=' + node.getAttribute(name))].join(' ');
  const seen = new Map();
  const kind = node => looks(node.parentElement.parentElement) + ' > ' + looks(node.parentElement) + ' > ' + looks(node);
  const told = node => [...new Set([node, ...node.querySelectorAll('*')].map(kind))];
  const thin = node => {
    for (const child of [...node.children]) {
      const oneOfMany = told(child).every(one => (seen.get(one) || 0) > 1) && node.children.length > 1;
      if (oneOfMany && ![...kept].some(one => child.contains(one))) child.remove();
      else { const one = kind(child); seen.set(one, (seen.get(one) || 0) + 1); thin(child); }
    }
  };
  thin(document.querySelector('main') || document.body);
}"""


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser that runs; skips or fails the test where there is none."""
    path = next(filter(None, map(shutil.which, COMMANDS)), None)
    if path is None:
        without(f"none of {', '.join(COMMANDS)} is on the path: install Debian's package chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        without(f"{error}: install the extra `test`")
    with sync_playwright() as driver:
        # Its sandbox needs rights, and its shared memory room, that a container does not give.
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Opened:
    """A page that is open: ``complaints`` of its console and scripts, and ``requests`` for anything but the file itself."""

    page: Any
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def too_wide(self) -> int:
        """Columns by which the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def thin_out(self) -> None:
        """Leave two of each kind of element: a check of every element has nothing more to find in the others.

        Of one kind are those with the same attributes, within such with the same, that are all empty or all not. What a reference
        leads to stays.
        """
        self.page.evaluate(_THIN_OUT)

    def violations(self, *rules: str, within: str = "html") -> list[tuple[str, str]]:
        """What an automated accessibility check objects to ``within`` an element: the rule and where. It may ask for ``rules``
        only.
        """
        from axe_playwright_python.sync_playwright import Axe

        options = {"runOnly": list(rules) or RULES, "resultTypes": ["violations"]}
        found = Axe().run(self.page, context=within, options=options).response["violations"]
        return [(each["id"], node["html"]) for each in found for node in each["nodes"]]


@contextmanager
def opened(
    browser: Any, path: Path, size: tuple[int, int] = DESK, *, scripts: bool = True, scheme: str = "light"
) -> Iterator[Opened]:
    """Open a file; at the end nothing may have been complained of or requested."""
    address = path.resolve().as_uri()
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, java_script_enabled=scripts, color_scheme=scheme, reduced_motion="reduce"
    )
    one = Opened(context.new_page())

    def guard(route: Any) -> None:
        if route.request.url.partition("#")[0] == address:
            route.continue_()
        else:
            route.abort()

    def asked(request: Any) -> None:
        if request.url.partition("#")[0] != address and not request.url.startswith("data:"):
            one.requests.append(request.url)

    context.route("**/*", guard)
    one.page.on("request", asked)
    one.page.on("console", lambda message: one.complaints.append(message.text) if message.type in ("error", "warning") else None)
    one.page.on("pageerror", lambda error: one.complaints.append(str(error)))
    one.page.goto(address)
    yield one
    context.close()
    assert (one.complaints, one.requests) == ([], [])
