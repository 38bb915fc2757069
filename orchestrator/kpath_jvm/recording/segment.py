"""The segment: the file in shared memory between the target and the engine."""

from __future__ import annotations

import errno
import mmap
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.processes import start_time
from kpath_jvm.recording.segment_layout import SegmentGeometry, SegmentLayout
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.records.held_back import HeldBack

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


#: The kinds of cuts, by the names of constants in Java's SegmentLayout without the prefix ``CUT_``.
CutKind = Literal["GOES_ON", "BEGINS_ANEW", "STOPS"]


@dataclass(frozen=True)
class Header:
    """The values that the target wrote into the header.

    The values are final when the target is dead, or when the agent has left the target (``left``).
    If ``kept`` is true, no engine drains the segment while the target runs, and the segment keeps
    the whole stream. ``unlisted_classes`` is the number of classes that aren't recorded because
    there was no space for their metadata. ``released`` has the number of activations whose
    held-back paths were written at the end, and the most paths that these activations could have
    held back. ``part`` is the number of the latest part of the recording, and ``first_part`` is the
    number of the earliest part that counts; parts are numbered from 0. ``stops`` is how often the
    recording was stopped. ``leases`` is the largest number of threads that recorded at the same
    time.
    """

    target_pid: int
    ended_early: bool
    shut_down: bool
    left: bool
    kept: bool
    lost_events: int
    released: HeldBack
    unlisted_classes: int
    waited_seconds: float
    threads: int
    part: int = 0
    first_part: int = 0
    stops: int = 0
    leases: int = 0

    @property
    def attached(self) -> bool:
        """Whether the agent ever started to record."""
        return self.target_pid != 0

    @property
    def unlisted(self) -> str:
        """The message about classes that the agent couldn't list."""
        count = self.unlisted_classes
        return (
            f"{count:,} class{'es are' if count > 1 else ' is'} not recorded: "
            "there was no room for the metadata beside the segment"
        )


class Segment:
    """A segment that is mapped into this process."""

    def __init__(
        self, path: Path, layout: SegmentLayout, geometry: SegmentGeometry, descriptor: int
    ) -> None:
        self.path = path
        self.geometry = geometry
        self._layout = layout
        self._mapped = mmap.mmap(descriptor, geometry.total_bytes)
        self._block_states: npt.NDArray[np.signedinteger] | None = None

    @classmethod
    def create(
        cls, path: Path, layout: SegmentLayout, size_bytes: int, *, threads_apart: bool = False
    ) -> Segment:
        """Creates the file (mode 0600), allocates all of its space and fills in the header.

        Raises KpathError if the file system has too little space.
        """
        geometry = SegmentGeometry.fitting(layout, size_bytes, threads_apart=threads_apart)
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(path, flags, 0o600)
        try:
            _reserve(descriptor, path, geometry.total_bytes, size_bytes)
            segment = cls(path, layout, geometry, descriptor)
        finally:
            os.close(descriptor)
        _fill_header(segment._mapped, layout, geometry)
        return segment

    @classmethod
    def open(cls, path: Path, layout: SegmentLayout) -> Segment:
        """Maps a segment; raises KpathError if the file isn't a segment of this version."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError as error:
            raise KpathError(f"cannot open the segment {path}: {error.strerror}") from None
        try:
            header = os.pread(descriptor, layout["HEADER_BYTES"], 0)
            geometry = _geometry(path, layout, header, os.fstat(descriptor).st_size)
            return cls(path, layout, geometry, descriptor)
        finally:
            os.close(descriptor)

    def get(self, name: str) -> int:
        """Returns a field of the header by its name, for example "LOST_COUNT"."""
        return self._layout.header[name].read(self._mapped)

    def abandon(self) -> None:
        """Removes the consumer from the header; a live target then stops recording."""
        self._layout.header["CONSUMER_PID"].write(self._mapped, 0)

    def ask_to_leave(self) -> None:
        """Asks the agent to leave the target; ``Header.left`` is true when the agent has left."""
        self._layout.header["LEAVE"].write(self._mapped, 1)

    def header(self) -> Header:
        """Returns the values that the target has written so far."""
        state = self.get("TARGET_STATE")
        return Header(
            target_pid=self.get("TARGET_PID"),
            ended_early=state == self._layout["TARGET_ENDED_EARLY"],
            shut_down=state == self._layout["TARGET_SHUTDOWN"],
            left=state == self._layout["TARGET_LEFT"],
            kept=self.get("FLAGS") & self._layout["FLAG_KEEP"] != 0,
            lost_events=self.get("LOST_COUNT"),
            released=HeldBack(
                activations=self.get("RELEASED_ACTIVATIONS"), paths=self.get("RELEASED_PATHS")
            ),
            unlisted_classes=self.get("UNLISTED_COUNT"),
            waited_seconds=self.get("WAITED_NANOS") / 1e9,
            threads=self.get("THREAD_COUNT"),
            part=self.get("PART"),
            first_part=self.get("FIRST_PART"),
            stops=self.get("STOP_COUNT"),
            leases=self.get("LEASE_COUNT"),
        )

    def ask_for_cut(self, kind: CutKind) -> int:
        """Asks the agent for a cut; returns the number to pass to ``answer_to_cut``."""
        number = self.get("CUT_ANSWERED") + 1
        self._layout.header["CUT_KIND"].write(self._mapped, self._layout[f"CUT_{kind}"])
        self._layout.header["CUT_ASKED"].write(self._mapped, number)
        return number

    def answer_to_cut(self, number: int) -> bool | None:
        """Returns whether the cut with this number was made; None until the agent has answered."""
        if self.get("CUT_ANSWERED") != number:
            return None
        return self.get("CUT_REFUSED") == 0

    def withdraw_cut(self) -> None:
        """Withdraws the request for a cut, unless the agent has already begun to make the cut."""
        self._layout.header["CUT_ASKED"].write(self._mapped, self.get("CUT_ANSWERED"))

    def blocks_in_use(self) -> int:
        """Returns how many of the ``geometry.block_count`` blocks aren't free now."""
        if self._block_states is None:
            self._block_states = self._view_of_states()
        return int((self._block_states != self._layout["BLOCK_FREE"]).sum())

    def _view_of_states(self) -> npt.NDArray[np.signedinteger]:
        # This import takes a while. At the top of the file, it would delay the target's start.
        import numpy as np

        offset, width = self._layout.fields["DESCRIPTOR_STATE"]
        states: npt.NDArray[np.signedinteger] = np.ndarray(
            self.geometry.block_count,
            f"=i{width}",
            self._mapped,
            self.geometry.offsets["DESCRIPTORS"] + offset,
            self._layout["DESCRIPTOR_BYTES"],
        )
        return states

    def close(self) -> None:
        """Unmaps the segment; the file stays."""
        self._block_states = None
        self._mapped.close()

    def __enter__(self) -> Segment:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def write_template(
    path: Path, layout: SegmentLayout, size_bytes: int, *, threads_apart: bool = False
) -> None:
    """Writes the header from which each JVM makes its segment of ``size_bytes``.

    The header names this process as the one that drains the segments. Raises KpathError if the size
    is out of range or the file can't be written.
    """
    header = bytearray(layout["HEADER_BYTES"])
    layout.header["FLAGS"].write(header, layout["FLAG_TEMPLATE"])
    geometry = SegmentGeometry.fitting(layout, size_bytes, threads_apart=threads_apart)
    _fill_header(header, layout, geometry)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
            file.write(header)
    except OSError as error:
        remedy = "make room there" if error.errno == errno.ENOSPC else "pass another --segment-dir"
        raise KpathError(f"cannot write {path}: {error.strerror}; {remedy}", 125) from None


def _fill_header(
    memory: mmap.mmap | bytearray, layout: SegmentLayout, geometry: SegmentGeometry
) -> None:
    """Fills in a header. The magic is written last, so that a header with the magic is complete."""
    values = {
        "VERSION": layout["VERSION"],
        "TOTAL_BYTES": geometry.total_bytes,
        "SLOT_COUNT": geometry.slot_count,
        "BLOCK_COUNT": geometry.block_count,
        "THREAD_ROWS": geometry.thread_rows,
        "CONSUMER_PID": os.getpid(),
        "CONSUMER_START": start_time(os.getpid()),
        "MAGIC": layout["MAGIC"],
    }
    for name, value in values.items():
        layout.header[name].write(memory, value)


def read_header(path: Path, layout: SegmentLayout) -> dict[str, int] | None:
    """Returns the header's fields by name; None if the file has no header of this version (yet)."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        content = os.pread(descriptor, layout["HEADER_BYTES"], 0)
    finally:
        os.close(descriptor)
    if len(content) < layout["HEADER_BYTES"]:
        return None
    header = {name: field.read(content) for name, field in layout.header.items()}
    is_ours = all(header[name] == layout[name] for name in ("MAGIC", "VERSION"))
    return header if is_ours else None


def abandon_file(path: Path, layout: SegmentLayout) -> None:
    """Does what ``Segment.abandon`` does, if possible, in a file that ``Segment.open`` refuses."""
    field = layout.header["CONSUMER_PID"]
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return
    try:
        os.pwrite(descriptor, bytes(field.size_bytes), field.offset)
    finally:
        os.close(descriptor)


def _geometry(path: Path, layout: SegmentLayout, header: bytes, size_bytes: int) -> SegmentGeometry:
    fields = layout.header
    if len(header) < layout["HEADER_BYTES"] or fields["MAGIC"].read(header) != layout["MAGIC"]:
        raise KpathError(f"{path} is not a segment; pass the directory of a recording")
    version = fields["VERSION"].read(header)
    if version != layout["VERSION"]:
        raise KpathError(
            f"{path} has layout version {version}, but this kpath-jvm knows {layout['VERSION']}; "
            "use the kpath-jvm that recorded it"
        )
    total = fields["TOTAL_BYTES"].read(header)
    if total != size_bytes:
        raise KpathError(
            f"{path} is damaged: it has {size_bytes} bytes, but its header says {total}; record "
            "again"
        )
    geometry = SegmentGeometry.read(layout, header)
    if geometry is None:
        raise KpathError(f"{path} has a damaged header; record again")
    return geometry


def _reserve(descriptor: int, path: Path, size_bytes: int, requested_bytes: int) -> None:
    """Allocates every page: with a sparse file, a full tmpfs would kill the target by SIGBUS."""
    try:
        os.posix_fallocate(descriptor, 0, size_bytes)
    except OSError as error:
        path.unlink(missing_ok=True)
        reason = "no space left" if error.errno == errno.ENOSPC else error.strerror
        base = path.parent.parent
        raise KpathError(
            f"cannot reserve a segment of {format_size(requested_bytes)} in {base}: {reason}; "
            "pass a smaller --segment-size or another --segment-dir",
            125,
        ) from None
