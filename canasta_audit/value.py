"""What classes of values share, made once: to make it anew for each of sixty classes costs a tenth of every start."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


class Value:
    """Equality and text by the fields, as dataclasses have them; a field that is not to be compared counts in neither."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _compared(self) == _compared(other)

    def __repr__(self) -> str:
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(shown)})"


class Fixed(Value):
    """A value that is not changed once it is made, and can be a key."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash((type(self), *_compared(self)))


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def fixed(cls: type[T]) -> type[T]:
    """Make a ``Fixed`` class a dataclass that is frozen to the type checker alone: guarded fields take twice as long to fill."""
    return dataclass(slots=True, eq=False, repr=False)(cls)


def _compared(value: Any) -> list[object]:
    return [getattr(value, each.name) for each in fields(value) if each.compare]
