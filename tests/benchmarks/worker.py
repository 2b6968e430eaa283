"""One competitor in a process of its own: ``python worker.py WAY FILE``. It goes once for every line that it is sent.

It answers with a line of JSON: wall and CPU time, and what its way returns. The file is read before, and is in memory as text.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from rivals import RIVALS


def main(name: str, path: str) -> None:
    """Answer until there are no lines any more."""
    if name in RIVALS:
        way = RIVALS[name]()
    else:
        from ways import WAYS

        way = WAYS[name]
    text = Path(path).read_text(encoding="utf-8")
    for _ in sys.stdin:
        wall, cpu = time.perf_counter(), time.process_time()
        counted, faults = way(text)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print(json.dumps([wall, cpu, counted, faults]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
