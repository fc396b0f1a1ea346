"""Turns JSON into the generated classes."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


class Model:
    """A JSON object whose fields are attributes.

    Values are not validated, so that a newer server may add fields and enum values. A field that
    the response lacks is `None`. `to_dict` returns the JSON object as it was received.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = dict(data)
        for name, hint in _fields(type(self)).items():
            setattr(self, name, _read(hint, data.get(name.removesuffix("_"))))

    def to_dict(self) -> dict[str, Any]:
        return dict(self._data)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in _fields(type(self)))
        return f"{type(self).__name__}({fields})"


_fields_by_class: dict[type[Model], dict[str, Any]] = {}


def _fields(model: type[Model]) -> dict[str, Any]:
    """The annotations of a class. They are read once, because that is slow."""
    if model not in _fields_by_class:
        _fields_by_class[model] = get_type_hints(model)
    return _fields_by_class[model]


def _read(hint: Any, value: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        types = [item for item in get_args(hint) if item is not NoneType]
        return _read(types[0], value) if len(types) == 1 else value
    if isinstance(value, list) and get_origin(hint) is list:
        (item_hint,) = get_args(hint)
        return [_read(item_hint, item) for item in value]
    if isinstance(value, dict) and get_origin(hint) is dict:
        _, item_hint = get_args(hint)
        return {key: _read(item_hint, item) for key, item in value.items()}
    if isinstance(value, dict) and isinstance(hint, type) and issubclass(hint, Model):
        return hint(value)
    if isinstance(value, str) and hint is datetime.datetime:
        # Python 3.10 does not read `Z`.
        return datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    if isinstance(value, str) and hint is datetime.date:
        return datetime.date.fromisoformat(value)
    return value
