"""Tasks made ready to be sent to another machine, whose disk may be another one."""

from __future__ import annotations

import os
import pickle
import re
import stat
from collections.abc import Sequence
from typing import NamedTuple

from canasta_audit.batch.choose import Choose
from canasta_audit.batch.cluster_work import Errand, Sent, mark_of
from canasta_audit.batch.task import Settings, Task, has_scheme
from canasta_audit.ruleset.load import is_path, split_reference
from canasta_audit.source import container

LARGEST = 4 * 1024 * 1024
"""Larger files are not sent to workers."""


class Parcel(NamedTuple):
    """An errand in bytes: ``taken`` are the places of its tasks among those that were given, ``here`` those that cannot be sent.

    ``size`` is that of the files in it. Tasks that are in neither found no room.
    """

    data: bytes
    taken: tuple[int, ...]
    here: tuple[int, ...]
    size: int


class Post:
    """Makes errands of tasks."""

    def __init__(self, settings: Settings, choose: Choose) -> None:
        """``choose`` is that of the ``settings``: a ruleset in a file goes along with the tasks."""
        self._settings = settings
        self._ruleset = b""
        self._unseen: set[str] = set()
        named = settings.reference or ""
        if named and not named.startswith("+") and is_path(split_reference(named)[0]):
            self._ruleset = pickle.dumps(choose({}), protocol=5)

    def parcel(self, tasks: Sequence[Task]) -> Parcel:
        """What is sent for these tasks."""
        sent: list[Sent] = []
        taken: list[int] = []
        here: list[int] = []
        contents: dict[str, bytes] = {}
        size = 0
        for number, task in enumerate(tasks):
            one = addressed(task)
            if one is not None and kind_of(task) in self._unseen:
                key = one.place or task.path
                content = contents[key] if key in contents else self.content(one, LARGEST)
                if content is not None and key not in contents:
                    if size and size + len(content) > LARGEST:
                        break
                    size += len(content)
                    contents[key] = content
                one = None if content is None else one._replace(content=list(contents).index(key))
            if one is None:
                here.append(number)
            else:
                sent.append(one)
                taken.append(number)
        errand = Errand(self._settings, tuple(sent), self._ruleset, tuple(contents.values()))
        return Parcel(pickle.dumps(errand, protocol=5), tuple(taken), tuple(here), size)

    def is_sent(self, task: Task) -> bool:
        """Tell whether the bytes of such tasks are sent along."""
        return kind_of(task) in self._unseen

    def send(self, task: Task) -> bool:
        """Send the bytes of such tasks along from now on, a worker could not open one; tell whether it can be opened here."""
        one = addressed(task)
        if one is None or self.content(one, 0) is None:
            return False
        self._unseen.add(kind_of(task))
        return True

    def content(self, sent: Sent, most: int) -> bytes | None:
        """The bytes of a task, ``None`` where they cannot be read, or are more than ``most``; if that is 0, the first is enough."""
        try:
            if sent.place:
                stream = open(sent.place, "rb")  # noqa: SIM115
            elif self._settings.opener is not None:
                stream = self._settings.opener.open(sent.task.path)  # type: ignore[assignment]
            else:
                return None
            with stream:
                data = stream.read(most + 1)
        except OSError:
            return None
        return data if len(data) <= most or not most else None


def addressed(task: Task) -> Sent | None:
    """A task with what tells a worker where its bytes are; ``None`` where there is no such file, or it can be read only here."""
    if has_scheme(task.path):
        return Sent(task)
    outer = task.path if task.member >= 0 else container(task.path)
    try:
        status = os.stat(outer)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode) or not os.access(outer, os.R_OK):
        return None
    inside = "" if outer == task.path else "/".join(filter(None, re.split(rf"[/{re.escape(os.sep)}]", task.path[len(outer) :])))
    return Sent(task, os.path.abspath(outer), outer, inside, mark_of(status))


def kind_of(task: Task) -> str:
    """The scheme of a task's path, ``""`` for a local one: workers can open all of a kind, or none."""
    return task.path.partition(":")[0] if has_scheme(task.path) else ""
