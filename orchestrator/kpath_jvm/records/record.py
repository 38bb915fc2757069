"""Records: JSON files whose fields have types and bounds, checked where they are read."""

import json
import re
import reprlib
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import read_bytes

#: Events, bytes and the like: what fits into a Java long.
Count = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
#: Exit statuses, signals and process ids.
Int32 = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
#: A time span, finite.
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e15)]
#: The longest sequences: the contract's bound, without which profiles can be read too.
Length = Annotated[int, msgspec.Meta(ge=1, le=64)]

_PLACE = re.compile(r"(.*?)(?: - at `\$(.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A JSON object; keys that it doesn't know are passed over.

    ``MARKER`` is the key by which a file is known to be one, with ``VERSION`` as its value; none
    if empty. A file may have ``MOST_BYTES``.
    """

    MARKER: ClassVar[str] = ""
    VERSION: ClassVar[int] = 1
    MOST_BYTES: ClassVar[int] = 1 << 24


R = TypeVar("R", bound=Record)


def read_record(path: Path, kind: type[R], remedy: str = "record again") -> R:
    """The record in a file; KpathError, in one line, when it is not there or not a usable one."""
    document = _document(path, kind, remedy)
    if kind.MARKER:
        found = document.get(kind.MARKER) if isinstance(document, dict) else None
        if found is None:
            raise KpathError(f"{path} is not ours: it has no {kind.MARKER}; {remedy}")
        if found != kind.VERSION:
            raise KpathError(
                f"{path} has format version {reprlib.repr(found)}, this kpath-jvm reads "
                f"{kind.VERSION}; {remedy}, or use the program that wrote it"
            )
    try:
        return msgspec.convert(document, kind)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise KpathError(f"{path} {_complaint(document, str(error))}; {remedy}") from None


def has_marker(path: Path, kind: type[Record]) -> bool:
    """Whether a file is such a record, of whatever version."""
    try:
        document = _document(path, kind, "")
    except KpathError:
        return False
    return isinstance(document, dict) and kind.MARKER in document


def write_record(path: Path, record: Record) -> None:
    """Writes the record's file; OSError when it can't be."""
    marker = {record.MARKER: record.VERSION} if record.MARKER else {}
    text = json.dumps({**marker, **plain(record)}, indent=1, ensure_ascii=False) + "\n"
    # Names in class files may hold lone surrogates, which UTF-8 has no bytes for.
    path.write_bytes(text.encode(errors="backslashreplace"))


def fields_of(record: R, kind: type[R]) -> dict[str, Any]:
    """The fields of ``kind`` by name, for a record of another type that has them too."""
    return {name: getattr(record, name) for name in kind.__struct_fields__}


def plain(record: Record) -> dict[str, Any]:
    """The record as what JSON is written of: strings, numbers, None, tuples and dicts."""
    document: dict[str, Any] = msgspec.to_builtins(record)
    return document


def _document(path: Path, kind: type[Record], remedy: str) -> Any:
    try:
        return json.loads(read_bytes(path, kind.MOST_BYTES))
    except OSError as error:
        raise KpathError(f"cannot read {path}: {error.strerror or error}; {remedy}") from None
    except (ValueError, RecursionError):
        raise KpathError(f"{path} is not JSON; {remedy}") from None


def _complaint(document: Any, message: str) -> str:
    """What is wrong, where, and what stands there, of a message of msgspec's."""
    match = _PLACE.fullmatch(message)
    assert match is not None
    expectation, place = match[1], match[2]
    if not place:
        return f"is not usable: {expectation}"
    value, where = document, place.partition("[...]")[0]  # which item of a dict isn't known
    for key, index in _STEP.findall(where):
        value = value[key] if key else value[int(index)]
    return f"has {where.lstrip('.')} = {reprlib.repr(value)}: {expectation}"
