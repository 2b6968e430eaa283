"""The command line in a process that tells at its end, as a line of JSON, what it took: ``python measured.py ARGUMENT...``.

That is: exit code, wall time and CPU time (children's as well) from the call to its end, and the most memory in MB that this
process or any child of it has had. The report goes nowhere.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time

from canasta_audit.cli.main import run


def peak() -> float:
    """The most memory that one process has had, in MB: this one (not what it was forked from), or a child."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if os.path.exists("/proc/self/status"):
        with open("/proc/self/status", encoding="ascii") as status:
            words = status.read().split()
        own = int(words[words.index("VmHWM:") + 1])
    unit = 1 if sys.platform == "darwin" else 1024
    return max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) * unit / 1e6


def used() -> float:
    """CPU time so far, of this process and of the children that have ended."""
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def main() -> None:
    """Run, and tell."""
    out = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    wall, before = time.perf_counter(), used()
    code = run()
    wall, cpu = time.perf_counter() - wall, used() - before
    with open(out, "w", encoding="utf-8") as told:
        print(json.dumps([code, wall, cpu, peak()]), file=told)


if __name__ == "__main__":
    main()
