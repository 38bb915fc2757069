"""Records: JSON files whose fields have types and bounds, which are checked on reading."""

import json
import re
import reprlib
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from kpath_jvm.checked_lines import is_whole
from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import read_bytes
from kpath_jvm.seals import SEAL, BrokenSealError, has_whole_seal, sealed

#: How many events, bytes or other things there are; fits into a Java long.
Count = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
#: An exit status, a signal or a process id.
Int32 = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
#: A finite time span.
Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e15)]
#: The length of the longest sequences, in paths. The upper bound is also in contract.json, but
#: profiles are read without that file.
Length = Annotated[int, msgspec.Meta(ge=1, le=64)]

_PLACE = re.compile(r"(.*?)(?: - at `\$(.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A JSON object; unknown keys are ignored.

    A file with such an object is recognised by the key ``MARKER``, whose value is ``VERSION``. An
    empty ``MARKER`` means that there is no such key. Files larger than ``MOST_BYTES`` aren't read.
    ``SEALED_WITH`` names a field: a record with this field is sealed (seals.py), and a record
    without it was written before there were seals. A ``CHECKED`` record is a line that the agent
    has written, with its checksum at the end (checked_lines.py).
    """

    MARKER: ClassVar[str] = ""
    VERSION: ClassVar[int] = 1
    MOST_BYTES: ClassVar[int] = 1 << 24
    SEALED_WITH: ClassVar[str] = ""
    CHECKED: ClassVar[bool] = False


R = TypeVar("R", bound=Record)


def read_record(path: Path, kind: type[R], remedy: str = "record again") -> R:
    """Returns the record in a file.

    Raises KpathError, with a message of one line, when the file is missing or has no usable record.
    ``remedy`` is the end of this message, which says what to do.
    """
    return record_of(_content(path, kind, remedy), str(path), kind, remedy)


def record_of(content: bytes, name: str, kind: type[R], remedy: str) -> R:
    """Returns the record in ``content``, which is the content of the file ``name``.

    Raises KpathError when the record isn't usable.
    """
    document = _document(content, name, remedy)
    if kind.MARKER:
        found = document.get(kind.MARKER) if isinstance(document, dict) else None
        if found is None:
            raise KpathError(
                f"{name} is not a file of kpath-jvm: it has no {kind.MARKER}; {remedy}"
            )
        if found != kind.VERSION:
            raise KpathError(
                f"{name} has format version {reprlib.repr(found)}, but this kpath-jvm reads "
                f"{kind.VERSION}; {remedy}, or use the program that wrote it"
            )
    if kind.CHECKED and not is_whole(content):
        raise KpathError(_changed(name, remedy))
    if kind.SEALED_WITH and isinstance(document, dict):
        _require_whole(content, document, name, kind, remedy)
    try:
        return msgspec.convert(document, kind)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise KpathError(f"{name} {_complaint(document, str(error))}; {remedy}") from None


def _require_whole(
    content: bytes, document: dict[str, Any], name: str, kind: type[Record], remedy: str
) -> None:
    """Raises KpathError when a document has changed since it was sealed, or has lost its seal."""
    try:
        is_sealed = has_whole_seal(content)
    except BrokenSealError:
        raise KpathError(_changed(name, remedy)) from None
    if not is_sealed and (SEAL in document or kind.SEALED_WITH in document):
        raise KpathError(f"{name} is damaged: it has lost its seal; {remedy}")


def _changed(name: str, remedy: str) -> str:
    return f"{name} is damaged: its content has changed since it was written; {remedy}"


def has_marker(path: Path, kind: type[Record]) -> bool:
    """Returns whether a file has a record of this kind, in any version."""
    try:
        document = _document(_content(path, kind, ""), str(path), "")
    except KpathError:
        return False
    return isinstance(document, dict) and kind.MARKER in document


def write_record(path: Path, record: Record) -> None:
    """Writes a record to a file.

    Raises OSError if the file can't be written. Raises KpathError if a reader would refuse one of
    the record's values; then nothing is written.
    """
    content = content_of(record)
    record_of(content, str(path), type(record), "this is not written")
    path.write_bytes(content)


def content_of(record: Record) -> bytes:
    """Returns the content of a record's file."""
    marker = {record.MARKER: record.VERSION} if record.MARKER else {}
    document = {**marker, **plain(record)}
    if record.SEALED_WITH and document[record.SEALED_WITH] is None:
        # Files that were written before there were seals don't have this field.
        del document[record.SEALED_WITH]
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    if record.SEALED_WITH in document:
        return sealed(text)
    # Names in class files can have lone surrogates, which UTF-8 can't encode.
    return text.encode(errors="backslashreplace")


def fields_of(record: R, kind: type[R]) -> dict[str, Any]:
    """Returns the record's values of the fields that ``kind`` has, by name."""
    return {name: getattr(record, name) for name in kind.__struct_fields__}


def plain(record: Record) -> dict[str, Any]:
    """Returns the record as values for JSON: strings, numbers, None, tuples and dicts."""
    document: dict[str, Any] = msgspec.to_builtins(record)
    return document


def _content(path: Path, kind: type[Record], remedy: str) -> bytes:
    try:
        return read_bytes(path, kind.MOST_BYTES)
    except OSError as error:
        raise KpathError(f"cannot read {path}: {error.strerror or error}; {remedy}") from None


def _document(content: bytes, name: str, remedy: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise KpathError(f"{name} is not JSON; {remedy}") from None


def _complaint(document: Any, message: str) -> str:
    """Returns what is wrong, where, and with which value, from a message of msgspec."""
    match = _PLACE.fullmatch(message)
    assert match is not None
    expectation, place = match[1], match[2]
    if not place:
        return f"is not usable: {expectation}"
    value, where = document, place.partition("[...]")[0]  # [...] is some item of a dict
    for key, index in _STEP.findall(where):
        value = value[key] if key else value[int(index)]
    return f"has {where.lstrip('.')} = {reprlib.repr(value)}: {expectation}"
