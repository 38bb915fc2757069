"""The file session.json: what the launcher was asked for (docs/formats/recording.md)."""

from typing import Annotated, ClassVar

from msgspec import Meta

from kpath_jvm.records.engine import K_SF, EngineName
from kpath_jvm.records.record import Length, Record
from kpath_jvm.records.workload import WorkloadRecord

_Path = Annotated[str, Meta(pattern=r"^/[^\0]*\Z")]


class SessionRecord(Record, frozen=True, kw_only=True):
    """The record that is written before the recording begins.

    A process that makes the profile in the launcher's place needs this record. ``journals`` is the
    directory of the journals, which depends on where temporary files go. ``attach`` says whether
    the target was already running.
    """

    MARKER: ClassVar[str] = "kpath_session"
    VERSION: ClassVar[int] = 2
    SEALED_WITH: ClassVar[str] = "command"

    command: Annotated[tuple[str, ...], Meta(min_length=1)]
    k: Length
    started: str
    engine: EngineName = K_SF
    # 0 is allowed here, because the engine refuses 0 with a message that says how much it needs.
    engine_memory: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None
    journals: _Path
    stream: _Path | None
    workload: WorkloadRecord | None
    attach: bool = False
