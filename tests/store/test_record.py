"""Whatever a log holds, its items can be made again of its rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_audit.batch.choose import chooser
from canasta_audit.batch.items import FileBegins, FileEnds
from canasta_audit.batch.task import Settings, Task
from canasta_audit.finding import Finding
from canasta_audit.report import DealReport, MatchReport
from canasta_audit.ruleset.load import list_rulesets, load_ruleset
from canasta_audit.store.place import place_of
from canasta_audit.store.record import plain, valued
from canasta_audit.store.restore import items_of
from canasta_audit.store.rows import date_of, key_of, path_of
from canasta_audit.store.writer import opened
from tests.render.hostile import TEXTS, report
from tests.render.shared_report import shared_report

KINDS = (Finding, DealReport, MatchReport)


def test_every_item_comes_back(url) -> None:
    """What steers terminals, is no text, or cannot be seen, comes back as well."""
    wanted = {}
    with opened(place_of(url), Settings(digest=True), chooser(None)) as store:
        for number, items in enumerate([shared_report(), *map(report, TEXTS)]):
            file = f"{number}.cgn"
            # A report may be of several files.
            end = next(at for at, item in enumerate(items) if isinstance(item, MatchReport)) + 1
            one = [item for item in items[:end] if isinstance(item, KINDS)]
            named = [_in(item, file) for item in one]
            wanted[file] = named
            list(store.taken_down([FileBegins(file), *named, FileEnds(file, "5e")]))
    with opened(place_of(url), Settings(digest=True), chooser(None)) as store, store._database.reading() as connection:
        for file, named in wanted.items():
            found = list(items_of(connection, key_of(path_of(file)), file))
            assert found == [_without_unknowns(item) for item in named]
        assert store.known(Task("0.cgn", "0.cgn")) is None


def _in(item, file: str):
    from dataclasses import replace

    return replace(item, file=file, related=()) if isinstance(item, Finding) else item


def _without_unknowns(item):
    from dataclasses import replace

    if isinstance(item, DealReport):
        return item._replace(unjudged=(), recorded=None)
    return replace(item, unjudged=(), deals=()) if isinstance(item, MatchReport) else item


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_values_come_back(value) -> None:
    assert valued(plain(value)) == value


@pytest.mark.parametrize("name", [name for name, _ in list_rulesets()])
def test_every_value_of_a_ruleset_comes_back(name) -> None:
    ruleset = load_ruleset(name)
    for players, rules in ruleset.tables.items():
        assert valued(plain(rules)) == rules
        for pointer in ruleset.origins[players]:
            value = ruleset.parameter(pointer, players).value
            assert valued(plain(value)) == value


@given(st.text())
def test_a_date_is_one_or_none(text) -> None:
    assert date_of(text) == "" or text.strip()[:4] == date_of(text)[:4]
