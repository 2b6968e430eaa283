"""Settings of severities: who is meant, which holds, and what comes out of a stream."""

from __future__ import annotations

from dataclasses import replace

from canasta_audit.batch.items import BatchItem
from canasta_audit.severity import regraded, resolved, switched_off
from tests.render.shared_report import NOTE, TOTAL, UNREADABLE, WILD, shared_report

KINDS = [("MELD-004", "too-many-wilds"), ("MELD-005", "too-few-naturals"), ("PILE-001", "frozen-pile")]


def test_an_id_a_name_or_a_chapter_is_meant() -> None:
    assert resolved([("meld", "note")], KINDS) == {"MELD-004": "note", "MELD-005": "note"}
    assert resolved([("frozen-pile", "off"), ("MELD-005", "warning")], KINDS) == {"PILE-001": "off", "MELD-005": "warning"}


def test_the_later_setting_holds() -> None:
    assert resolved([("MELD", "off"), ("MELD-004", "error")], KINDS) == {"MELD-004": "error", "MELD-005": "off"}
    assert resolved([("MELD-004", "error"), ("MELD", "off")], KINDS) == {"MELD-004": "off", "MELD-005": "off"}
    assert switched_off(resolved([("MELD", "off"), ("MELD-004", "error")], KINDS)) == ("MELD-005",)


def test_only_severities_change() -> None:
    items: list[BatchItem] = list(shared_report())
    after = list(regraded(items, {WILD.id: "note", UNREADABLE.id: "error", NOTE.id: "off"}))
    assert len(after) == len(items)
    differing = [(old, new) for old, new in zip(items, after, strict=True) if old != new]
    # What follows from it is no graver.
    changed = [(getattr(old, "id", None), getattr(new, "severity", None)) for old, new in differing]
    assert changed == [(WILD.id, "note"), (TOTAL.id, "note")]
    assert next(one for one in items if getattr(one, "id", "") == WILD.id) is WILD


def test_what_follows_is_not_made_graver_by_its_root() -> None:
    items = list(regraded([replace(TOTAL, severity="warning")], {WILD.id: "error"}))
    assert [getattr(item, "severity", "") for item in items] == ["warning"]
    items = list(regraded([TOTAL], {WILD.id: "warning", TOTAL.id: "note"}))
    assert [getattr(item, "severity", "") for item in items] == ["note"]
