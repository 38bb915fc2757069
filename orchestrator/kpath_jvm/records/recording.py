"""The file recording.json: what the agent writes about the JVM and the agent's options.

See docs/formats/recording.md.
"""

import hashlib
import json
from datetime import datetime
from typing import Annotated, ClassVar

from msgspec import Meta

from kpath_jvm.records.environment import Java
from kpath_jvm.records.record import Count, Int32, Record, plain

#: The agent's options by name, with their effective values.
Options = dict[str, str | Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] | bool | tuple[str, ...]]


def require_readable(options: Options) -> None:
    """Raises ValueError for a recording that an older kpath-jvm made with --self-loops.

    With this option, an edge from a block to itself ended no path, and was counted separately. No
    code reads such counts any more.
    """
    if options.get("self-loops") is True:
        raise ValueError("it was recorded with --self-loops, which this kpath-jvm doesn't have")


class RecordingRecord(Record, frozen=True, kw_only=True):
    """The record that the agent writes when it begins.

    ``main`` is the main class or the jar, with arguments. ``main_class`` is the class that the
    manifest of the jar names. ``directory`` is the working directory.
    """

    MARKER: ClassVar[str] = "kpath_recording"
    VERSION: ClassVar[int] = 7
    CHECKED: ClassVar[bool] = True

    main: str | None
    main_class: str | None = None
    directory: str | None = None
    java_version: str
    java_vendor: str
    pid: Int32
    parent_pid: Int32
    # In clock ticks since boot; 0 if it isn't known.
    process_start: Count = 0
    # The upper bound is in the year 9987, because datetime can't represent years after 9999.
    started_millis: Annotated[int, Meta(ge=0, le=253_000_000_000_000)]
    options: Options

    def __post_init__(self) -> None:
        """Raises ValueError if an option was given that isn't supported any more."""
        require_readable(self.options)

    def identities(self, first_part: int = 0) -> tuple[str, ...]:
        """Returns the value of the key ``identities`` in this recording's profiles.

        The value is a single identity, which depends on everything that the agent wrote when it
        began. What was counted between two resets has an identity of its own, so the identity also
        depends on ``first_part``: the number of the first part after a reset, or 0 without resets.
        """
        text = json.dumps(plain(self), sort_keys=True)
        found = hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:32]
        return (f"{found}.{first_part}" if first_part else found,)

    @property
    def started(self) -> datetime:
        """When the agent began."""
        return datetime.fromtimestamp(self.started_millis / 1000).astimezone()

    @property
    def java(self) -> Java:
        """The JVM."""
        return Java(version=self.java_version, vendor=self.java_vendor)

    @property
    def words(self) -> tuple[str, ...]:
        """The main class or jar and its arguments, as far as they can be separated."""
        return tuple((self.main or "").split())
