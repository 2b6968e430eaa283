"""Runs in processes of their own: the same bytes every time, and nothing imported that is not needed."""

from __future__ import annotations

from canasta_audit.render.registry import FORMATS
from tests.cli.logs import CLEAN, FAULTY, SCORED, UNREADABLE
from tests.conftest import ROOT

HEAVY = ["lark", "jsonschema", "hypothesis", "importlib.metadata", "interegular", "email", "asyncio", "urllib.request", "difflib"]


def test_hash_seeds_change_nothing(spawn, tmp_path) -> None:
    log = tmp_path / "log.cgn"
    log.write_text(FAULTY + SCORED + UNREADABLE, encoding="utf-8")
    runs = [["audit", str(log), "-f", name] for name in FORMATS]
    runs += [["score", str(log)], ["replay", str(log)], ["parse", str(log)], ["parse", "--json", str(log)]]
    runs += [["explain"], ["explain", "MELD-004"], ["ruleset", "show", "uk-regency", "--origin"]]
    script = f"from canasta_audit.cli.main import run; print([run(args) for args in {runs!r}])"
    first, second = [spawn("-c", script, env={"PYTHONHASHSEED": seed}) for seed in ("0", "1")]
    assert first.stdout.endswith(f"{[1] * len(FORMATS) + [1, 0, 1, 1, 0, 0, 0]}\n")
    assert (first.stdout, first.stderr) == (second.stdout, second.stderr)


def test_hash_seeds_do_not_change_what_could_not_be_judged(spawn) -> None:
    folder = str(ROOT / "fixtures" / "games" / "partial")
    script = (
        "from pathlib import Path; import canasta_audit as ca;"
        f"texts = [path.read_text('utf-8') for path in sorted(Path({folder!r}).glob('*.cgn'))];"
        "print([match for text in texts for match in ca.audit(ca.parse(text), unknowns=True).matches])"
    )
    first, second = [spawn("-c", script, env={"PYTHONHASHSEED": seed}) for seed in ("0", "1")]
    assert "Lack(need='sums'" in first.stdout
    assert first.stdout == second.stdout


def test_the_audit_of_a_clean_log_imports_nothing_heavy(spawn) -> None:
    script = (
        "import sys; from canasta_audit.cli.main import run; code = run(['audit', '-']);"
        f"print(code, sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)"
    )
    assert spawn("-c", script, stdin=CLEAN).stderr.split(maxsplit=1) == ["0", "[]\n"]


def test_output_is_utf_8_whatever_the_locale(spawn) -> None:
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    out = spawn("-m", "canasta_audit", "fmt", "-", env=env, stdin='[Event "Львів"]\n').stdout
    assert out == '[Event "Львів"]\n'


def test_the_module_runs_as_the_command_does(spawn) -> None:
    done = spawn("-m", "canasta_audit", "--version")
    assert done.returncode == 0
    assert done.stdout.startswith("canasta-audit, version ")
