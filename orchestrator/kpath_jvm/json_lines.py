"""Reads the lines of JSON that the agent writes, even if their strings have lone surrogates."""

import json
from functools import cache
from typing import Any, TypeVar, cast

import msgspec

_T = TypeVar("_T")


def decoded(line: bytes, kind: type[_T]) -> _T:
    """Returns a line's JSON value as an instance of ``kind``.

    Lone surrogates are escaped, so that the strings can be written as UTF-8. Raises ValueError if
    the line isn't JSON, or doesn't have the form of ``kind``.
    """
    try:
        return cast("_T", _decoder(cast("Any", kind)).decode(line))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        pass
    try:
        return msgspec.convert(_encodable(line), kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ValueError(str(error)) from None


@cache
def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _encodable(line: bytes) -> Any:
    """Returns a line's JSON value with its lone surrogates escaped.

    Names in class files may have lone surrogates, which msgspec doesn't accept.
    """
    return escaped(json.loads(line.decode("utf-8", "surrogatepass")))


def escaped(value: Any) -> Any:
    """Returns a JSON value with the lone surrogates of its strings escaped."""
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    if isinstance(value, list):
        return [escaped(item) for item in value]
    if isinstance(value, dict):
        return {escaped(key): escaped(item) for key, item in value.items()}
    return value
