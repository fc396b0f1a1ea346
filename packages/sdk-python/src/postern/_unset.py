from __future__ import annotations

from typing import Any, Literal


class Unset:
    """The type of an argument that was not passed. `None` would be sent as `null`."""

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


def without_unset(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if not isinstance(value, Unset)}
