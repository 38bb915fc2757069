"""The file callers.json of a profile: which calls entered the methods of a run (profile.md)."""

from typing import Annotated, ClassVar

from msgspec import Meta

from kpath_jvm.records.record import Count, Int32, Record, Seconds

#: The file's name in a profile's directory.
CALLERS_FILE = "callers.json"
#: Stands for a caller that isn't recorded: the JVM, or code that no recorded method has called.
OUTSIDE = -1


class NamedMethod(Record, frozen=True, kw_only=True):
    """A method by its names in class files, and its entries from callers that aren't known.

    ``untold`` are the entries in virtual threads, and those of a method that had room for an entry
    counter only.
    """

    class_name: str
    name: str
    descriptor: str
    untold: Count


class EntriesFrom(Record, frozen=True, kw_only=True):
    """How often ``method`` was entered from one instruction of ``caller``.

    Both are places in ``CallerCounts.methods``; ``caller`` may be OUTSIDE. ``offset`` is the
    bytecode offset of the call and ``line`` its line in the class file, -1 without a line table.
    Both are -1 if the JVM entered the method while the caller executed no call, as it does to
    initialise a class.
    """

    method: Annotated[int, Meta(ge=0)]
    caller: Annotated[int, Meta(ge=OUTSIDE)]
    offset: Int32
    line: Int32
    count: Annotated[int, Meta(ge=1, le=2**63 - 1)]


class CallerCounts(Record, frozen=True, kw_only=True):
    """The entries of all methods that one run entered.

    ``java`` is the JVM's version; ``wall_seconds`` and ``exit_status`` are the run's. ``doubts``
    say in words why counts may be wrong or incomplete; they are exact if there are none.
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
