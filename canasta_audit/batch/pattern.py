"""Patterns of paths that no shell has expanded: ``*``, ``?``, ``[...]`` within a name, ``**`` for any folders."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from fnmatch import translate

_MAGIC = re.compile(r"[*?[]")

_Matches = Callable[[str], bool]


def matching(pattern: str) -> Iterator[str]:
    """What is called so, folder by folder in the order of names; hidden files and folders only where a dot is written."""
    drive, rest = os.path.splitdrive(pattern)
    parts = re.split(rf"[/{re.escape(os.sep)}]+", rest)
    base = drive
    if parts[0] == "":
        base, parts = drive + os.sep, parts[1:]
    # Several `**` behind each other are one.
    steps = [part for before, part in zip([None, *parts], parts, strict=False) if part and not before == part == "**"]
    been: set[tuple[str, int]] = set()
    stack: list[Iterator[tuple[str, int]]] = [iter([(base, 0)])]
    while stack:
        found = next(stack[-1], None)
        if found is None:
            stack.pop()
            continue
        path, at = found
        if at == len(steps):
            if os.path.lexists(path):
                yield path
            continue
        if steps[at] == "**" or (at and steps[at - 1] == "**"):
            # A link to a folder above must not be followed for ever.
            real = os.path.realpath(path or "."), at
            if real in been:
                continue
            been.add(real)
        stack.append(_next(path, steps, at))


def _next(path: str, steps: list[str], at: int) -> Iterator[tuple[str, int]]:
    """Where the step ``at`` leads from ``path``."""
    step = steps[at]
    if step == "**":
        if at + 1 == len(steps):
            # At the end it stands for all that lies there.
            yield path or ".", at + 1
            return
        yield path, at + 1
        for name in _names(path):
            if not name.startswith(".") and os.path.isdir(os.path.join(path, name)):
                yield os.path.join(path, name), at
    elif not _MAGIC.search(step):
        yield os.path.join(path, step), at + 1
    else:
        fits = re.compile(translate(step)).match
        for name in _names(path):
            if fits(name) and (step.startswith(".") or not name.startswith(".")):
                yield os.path.join(path, name), at + 1


def _names(path: str) -> list[str]:
    try:
        return sorted(os.listdir(path or "."))
    except OSError:
        return []
