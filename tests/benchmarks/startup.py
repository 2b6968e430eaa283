"""Start-up: the CPU time of ``canasta-audit audit`` on a small log, beside a bare ``import lark``; at most 2.5 times is the aim.

Run by hand: ``python tests/benchmarks/startup.py``. Byte code is compiled first, as an installer does.
"""

from __future__ import annotations

import compileall
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import canasta_audit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.cli.logs import CLEAN

ROUNDS = 15


def cpu_ms(command: list[str]) -> float:
    """CPU time of one run, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def measure() -> None:
    """Print the figures: the least of several runs, taken in turn so that both meet the same machine."""
    compileall.compile_dir(os.path.dirname(canasta_audit.__file__), quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "small.cgn"
        log.write_text(CLEAN, encoding="utf-8")
        commands = {
            "python -c pass": ["-c", "pass"],
            "python -c 'import lark'": ["-c", "import lark"],
            "canasta-audit audit": ["-m", "canasta_audit", "audit", str(log)],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, args in commands.items():
                times[name].append(cpu_ms([sys.executable, *args]))
    least = {name: min(found) for name, found in times.items()}
    for name, found in least.items():
        print(f"{name:<26} {found:6.0f} ms")
    _, lark, audit = least.values()
    print(f"ratio {audit / lark:.2f}")


if __name__ == "__main__":
    measure()
