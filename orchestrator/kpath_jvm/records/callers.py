"""The file callers.json of a profile (docs/formats/profile.md): how often calls entered methods."""

from typing import Annotated, ClassVar

from msgspec import Meta

from kpath_jvm.records.record import Count, Int32, Record, Seconds

#: The file's name in a profile's directory.
CALLERS_FILE = "callers.json"
#: Stands for the caller if no recorded method led to the entry, as when the JVM called the method.
OUTSIDE = -1


class NamedMethod(Record, frozen=True, kw_only=True):
    """A method, with its names as in class files.

    ``untold`` is the number of the method's entries whose callers are unknown: the entries in
    virtual threads, or all entries if the method's code had room only for a counter of entries.
    ``call_offsets`` are the bytecode offsets of the method's calls that may lead to recorded code,
    whether or not they did; those of all versions of the method. An older kpath-jvm wrote none.
    """

    class_name: str
    name: str
    descriptor: str
    untold: Count
    call_offsets: tuple[Annotated[int, Meta(ge=0, le=2**31 - 1)], ...] = ()


class EntriesFrom(Record, frozen=True, kw_only=True):
    """How often ``method`` was entered from one place in ``caller``.

    ``method`` and ``caller`` are indices in ``CallerCounts.methods``; ``caller`` can also be
    OUTSIDE. ``offset`` is the bytecode offset of the call. ``line`` is the call's source line in
    the class file's line table, or -1 without such a table. ``offset`` and ``line`` are both -1 if
    the JVM entered the method without a call, for instance to initialise a class.
    """

    method: Annotated[int, Meta(ge=0)]
    caller: Annotated[int, Meta(ge=OUTSIDE)]
    offset: Int32
    line: Int32
    count: Annotated[int, Meta(ge=1, le=2**63 - 1)]


class CallerCounts(Record, frozen=True, kw_only=True):
    """All entries into methods in one run, by the calls that led to them.

    ``java`` is the JVM's version. ``doubts`` say why counts may be wrong or incomplete. Without
    doubts, the counts are exact.
    """

    MARKER: ClassVar[str] = "kpath_jvm_callers"
    VERSION: ClassVar[int] = 1
    MOST_BYTES: ClassVar[int] = 1 << 30
    SEALED_WITH: ClassVar[str] = "entries"

    java: str
    wall_seconds: Seconds
    exit_status: Int32
    doubts: tuple[str, ...]
    methods: tuple[NamedMethod, ...]
    entries: tuple[EntriesFrom, ...]
