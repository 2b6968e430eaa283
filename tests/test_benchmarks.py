"""The runner of the benchmarks works, on next to nothing: what a busy machine measures says little, so no figure is held to."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from canasta_audit.ruleset.load import list_rulesets
from tests.cli.logs import FAULTY

FOLDER = Path(__file__).parent / "benchmarks"
RACE = FOLDER / "race.py"
TINY = ("--rounds", "1", "--scale", "0.002")
ROWS = "short,ro-canastone,chess.visitor,pokerkit,rulesatlas,growth,processes,startup"
GOALS = {"re", "chess", "pokerkit", "rulesatlas", "memory", "growth", "processes", "startup"}
WITHOUT = """
import runpy, sys
sys.modules.update(chess=None, pokerkit=None, rulesatlas=None)
sys.path.insert(0, sys.argv[1])
sys.argv[:2] = [sys.argv[1] + "/race.py"]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def ran(command: list[str], data: Path) -> dict[str, Any]:
    """What a run of the runner has measured, as data. It fails: rows are always left out here."""
    done = subprocess.run([*command, "--json", str(data)], capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 1
    assert not done.stderr
    found: dict[str, Any] = json.loads(data.read_text(encoding="utf-8"))
    return found


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a module of the benchmarks."""
    monkeypatch.syspath_prepend(str(FOLDER))

    def load(name: str) -> ModuleType:
        return importlib.import_module(name)

    return load


def test_every_kind_of_row_is_measured(bench: Any, tmp_path: Path) -> None:
    found = ran([sys.executable, str(RACE), *TINY, "--growth", "50,100", "--rows", ROWS], tmp_path / "found.json")
    installed = bench("rivals").installed
    rivals = [name for name in ("chess.visitor", "pokerkit", "rulesatlas") if installed(name)]
    assert [(lane["log"], lane["way"]) for lane in found["lanes"]] == [
        *(("short", way) for way in ("re", "pairs", "parse", "replay", "audit")),
        *(("ro-canastone", way) for way in ("re", "audit")),
        *(("rivals", name) for name in rivals),
    ]
    for lane in found["lanes"]:
        assert len(lane["wall"]) == len(lane["cpu"]) == 1
        assert min(lane["wall"]) > 0
        assert min(lane["units"], lane["bytes"]) > 0
    assert {goal["id"] for goal in found["goals"]} == GOALS
    unmeasured = {goal["id"] for goal in found["goals"] if goal["wall"] is None}
    assert unmeasured == {
        name for name in ("chess", "pokerkit", "rulesatlas") if not any(rival.startswith(name) for rival in rivals)
    }
    assert len(found["others"]) == 2 + 2 + 5
    assert all(row["peak"] > 5 for row in found["others"][:4])


def test_a_tool_that_is_not_there_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT, str(FOLDER), *TINY, "--rows", "chess.games,chess.visitor,pokerkit,rulesatlas"]
    found = ran(command, tmp_path / "found.json")
    assert found["lanes"] == []
    assert {"chess.games", "chess.visitor", "pokerkit", "rulesatlas"} < set(found["left_out"])
    assert not any(goal["holds"] for goal in found["goals"])


def test_a_replay_asks_no_check(bench: Any) -> None:
    ways = bench("ways")
    assert ways.audit(FAULTY)[1] > 0
    assert ways.replay(FAULTY) == (2, 0)


def test_the_tokenizer_with_kinds_loses_nothing(bench: Any) -> None:
    tokens = list(bench("ways").tokens(FAULTY))
    assert "".join(text for _, text in tokens) == FAULTY.replace(" ", "")
    assert ("CARD", "QC") in tokens
    assert ("WORD", "discard") in tokens


def test_a_lane_that_leaves_work_out_is_stopped(bench: Any, tmp_path: Path) -> None:
    inputs, lanes = bench("inputs"), bench("lanes")
    path = tmp_path / "faulty.cgn"
    path.write_text(FAULTY, encoding="utf-8")
    for counts in ({"turns": 2, "plays": 5}, {"turns": 3, "plays": 5}):
        lane = lanes.Lane("faulty", "audit", inputs.Input(path, len(FAULTY), counts), "plays", "turns")
        with pytest.raises(SystemExit):
            lane.go()
        lane.close()


@pytest.mark.parametrize(
    ("id", "figures", "holds", "where"),
    [
        ("re", {"one": 2.9, "other": 3.1}, False, "other"),
        ("re", {"one": 2.9, "other": 3.0}, True, "other"),
        ("chess", {"one": 3.6, "other": 3.4}, False, "other"),
        ("growth", {"one": 1.09}, True, "one"),
        ("memory", {"one": 151, "other": 28}, False, "one"),
        ("startup", {}, False, ""),
    ],
)
def test_a_goal_is_judged_by_its_worst_figure(bench: Any, id: str, figures: dict[str, float], holds: bool, where: str) -> None:
    ratio = bench("lanes").Ratio
    found = {id: [(name, ratio(figure, figure)) for name, figure in figures.items()]}
    (verdict,) = (one for one in bench("goals").judged(found) if one.goal.id == id)
    assert (verdict.holds, verdict.where) == (holds, where)


def test_every_ruleset_has_a_log(bench: Any) -> None:
    assert set(bench("inputs").LOGS) == {"long", "short"} | {name for name, _ in list_rulesets()}


def test_logs_together_take_what_each_takes(bench: Any) -> None:
    lanes = bench("lanes")

    class Run(lanes.Lane):
        """Two rounds of so many seconds each, by no process."""

        def __init__(self, log: str, seconds: float) -> None:
            self.log, self.way, self.unit = log, "audit", "plays"
            self.input = bench("inputs").Input(Path(), 10, {"plays": 5})
            self.rounds = [lanes.Round(seconds, seconds / 2), lanes.Round(2 * seconds, seconds)]

    found = lanes.together("all", "audit", [Run("one", 1.0), Run("other", 3.0)])
    assert found == ("all", "audit", 10, 20, [lanes.Round(4.0, 2.0), lanes.Round(8.0, 4.0)])


@pytest.mark.parametrize(("figure", "holds"), [(2.9, True), (3.1, False), (None, False)])
def test_a_goal_is_judged_by_all_logs_together_as_well(bench: Any, figure: float | None, holds: bool) -> None:
    lanes = bench("lanes")
    found = [("worst", lanes.Ratio(3.2, 3.2))] + ([(lanes.ALL, lanes.Ratio(figure, figure))] if figure else [])
    verdict = next(iter(bench("goals").judged({"re": found})))
    assert (verdict.holds, verdict.where, verdict.holds_together) == (False, "worst", holds)
