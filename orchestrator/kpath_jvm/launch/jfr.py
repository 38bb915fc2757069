"""Samples of where a JVM's threads are, taken by the JVM's own Java Flight Recorder (JFR).

JFR looks at the running threads every few milliseconds, and records an event jdk.ExecutionSample
for each thread. It also records an event jdk.GarbageCollection for each garbage collection. The
JDK's tool `jfr` prints the events as JSON, so nothing here depends on the format of recordings.
"""

import codecs
import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NamedTuple

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import OPTION_VARIABLES, Jdk

#: The time between two samples of JFR, as in JFR's own settings ``profile``.
PERIOD_MILLIS = 10
_EVENT = "jdk.ExecutionSample"
#: JFR also records the JVM's options as events. They show whether the option _PLACING is on, which
#: a program's own options may have turned off.
_FLAG = "jdk.BooleanFlag"
_PLACING = "DebugNonSafepoints"
_COLLECTION = "jdk.GarbageCollection"
_READ = (_EVENT, _FLAG, _COLLECTION)
#: Hardly anything but samples is recorded while the program runs, so recording costs little time.
_SETTINGS = f"""<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0" label="kpath-jvm">
  <event name="{_EVENT}">
    <setting name="enabled">true</setting>
    <setting name="period">{PERIOD_MILLIS} ms</setting>
  </event>
  <event name="{_FLAG}">
    <setting name="enabled">true</setting>
    <setting name="period">endChunk</setting>
  </event>
  <event name="{_COLLECTION}">
    <setting name="enabled">true</setting>
    <setting name="threshold">0 ms</setting>
  </event>
</configuration>
"""
#: Characters that have a special meaning in JFR's options or in JAVA_TOOL_OPTIONS.
_SPECIAL = re.compile(r"[\s,\"'%;]")
#: A duration in seconds, minutes or hours, as the tool prints it.
_DURATION = re.compile(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?")
#: The characters between two events.
_GAP = re.compile(r"[ \r\n\t,]*")
_PIECE_BYTES = 1 << 20
#: JFR is asked to record this many frames of a stack. By default it records 64. Deeper stacks
#: are common, and would lose the methods at their bottom.
_STACK_DEPTH = 256
#: JFR never records more frames than this, so the tool is allowed to print this many. By default
#: the tool drops frames without saying so.
_MOST_FRAMES = 2048


def require_jfr(jdk: Jdk, option: str) -> None:
    """Raises KpathError if a JDK has no JFR; ``option`` is the option that needs it."""
    if not jdk.has_jfr:
        raise KpathError(
            f"{jdk.home} has no Java Flight Recorder (module jdk.jfr and bin/jfr), which {option} "
            f"needs; use a full JDK (--java-home), or leave out {option}",
            125,
        )


class FlightRecorder(Struct, frozen=True):
    """Makes JFR write its recordings to a directory of kpath-jvm's, which must exist."""

    directory: Path

    @property
    def _recordings(self) -> Path:
        return self.directory / "recordings"

    def options(self, option: str) -> list[str]:
        """Returns the options that make a JVM record, and writes the settings that they refer to.

        A program's own options come after these, and win if they set the same option. Raises
        KpathError (exit status 125) if JFR can't write to the directory; ``option`` is kpath-jvm's
        option that needs JFR.
        """
        if _SPECIAL.search(str(self.directory)):
            raise KpathError(
                f"{option} cannot record in {self.directory}: options of Java Flight Recorder "
                "cannot hold spaces, quotes, commas, semicolons or %; set TMPDIR to another "
                "directory",
                125,
            )
        settings = self.directory / "settings.jfc"
        try:
            self._recordings.mkdir(exist_ok=True)
            settings.write_text(_SETTINGS)
        except OSError as error:
            raise KpathError(
                f"{option} cannot write {settings}: {error.strerror}; make room there, or set "
                "TMPDIR to another directory",
                125,
            ) from error
        return [
            # A killed JVM leaves files in the repository, which are removed with our directory.
            f"-XX:FlightRecorderOptions=repository={self.directory / 'repository'},"
            f"stackdepth={_STACK_DEPTH}",
            # ``filename`` is a directory, in which JFR gives each file a name of its own. Without
            # ``maxsize``, JFR would drop the earliest samples beyond 250 MB.
            f"-XX:StartFlightRecording=filename={self._recordings},settings={settings},maxsize=4g",
            # Without the next two options, JFR would place samples in compiled code at the next
            # safepoint.
            "-XX:+UnlockDiagnosticVMOptions",
            f"-XX:+{_PLACING}",
        ]

    def recordings(self) -> list[Path]:
        """Returns the recordings of the JVMs that have ended; a killed JVM leaves none."""
        found = sorted(self._recordings.glob("*.jfr"))
        return [path for path in found if path.stat().st_size > 0]


_Name = tuple[str, str, str]


class SampledInstruction(NamedTuple):
    """An instruction, with names as in class files; offset and line are -1 if unknown."""

    class_name: str
    name: str
    descriptor: str
    offset: int
    line: int


@dataclass
class Samples:
    """The number of samples at each place, and the number of samples without a known place.

    ``counted`` has the classes, names and descriptors of the methods whose bytecodes are counted.
    ``below`` has the samples in all other methods, by the place of the nearest counted method on
    the stack. A sample is in ``below`` only if JFR recorded a frame of a counted method, and all
    frames above this frame can be read.

    ``on_stack`` has the samples in which a counted method is on the stack, by method. A sample
    counts once for a method, however often the method is on the stack. ``partial`` is the
    number of samples with a partial stack: JFR kept only the topmost frames, or a frame can't be
    read. Any method may be in the frames that are missing. ``on_partial`` has those samples of
    ``on_stack`` whose stacks are partial.

    ``same`` has a number for each method of ``on_stack``. Two methods have the same number if and
    only if they are on the stacks of the same samples. ``calls`` has the samples in which one
    counted method called another, perhaps through methods that aren't counted, by the called method
    and the place of the call. A sample counts once for each pair of these.

    ``collections`` is the number of garbage collections. They stopped the program for
    ``pause_seconds`` together.

    ``placed`` is True if all JVMs ran with -XX:+DebugNonSafepoints, and False if a JVM is known to
    have run without this option. It is None if neither is known, for example because a JVM was
    killed.
    """

    counted: Container[_Name] = ()
    places: Counter[SampledInstruction] = field(default_factory=Counter)
    below: Counter[SampledInstruction] = field(default_factory=Counter)
    on_stack: Counter[_Name] = field(default_factory=Counter)
    on_partial: Counter[_Name] = field(default_factory=Counter)
    same: dict[_Name, int] = field(default_factory=dict)
    calls: Counter[tuple[_Name, SampledInstruction]] = field(default_factory=Counter)
    partial: int = 0
    unknown: int = 0
    collections: int = 0
    pause_seconds: float = 0.0
    placed: bool | None = None
    _last_number: int = 0

    def add(self, event: Any) -> None:
        """Adds an event, in the form that the tool prints."""
        if isinstance(event, dict) and event.get("type") == _FLAG:
            self._add_flag(event.get("values"))
            return
        if isinstance(event, dict) and event.get("type") == _COLLECTION:
            self._add_collection(event.get("values"))
            return
        frames, is_whole = _stack(event)
        methods = {one[:3] for one in frames if one is not None and one[:3] in self.counted}
        self.on_stack.update(methods)
        self._tell_apart(methods)
        self.calls.update(self._calls_in(frames))
        if not is_whole:
            self.partial += 1
            self.on_partial.update(methods)
        top = frames[0] if frames else None
        if top is None:
            self.unknown += 1
            return
        self.places[top] += 1
        if top[:3] in self.counted:
            return
        for found in frames[1:]:
            # A frame that can't be read may be the frame that this loop looks for.
            if found is None:
                return
            if found[:3] in self.counted:
                self.below[found] += 1
                return

    def add_all(self, others: Sequence["Samples"]) -> None:
        """Adds the samples of several recordings to this object, which must be empty."""
        for one in others:
            self.places += one.places
            self.below += one.below
            self.on_stack += one.on_stack
            self.on_partial += one.on_partial
            self.calls += one.calls
            self.partial += one.partial
            self.unknown += one.unknown
            self.collections += one.collections
            self.pause_seconds += one.pause_seconds
        numbers: dict[tuple[int, ...], int] = {}
        for method in sorted(self.on_stack):
            in_each = tuple(one.same.get(method, 0) for one in others)
            self.same[method] = numbers.setdefault(in_each, len(numbers))
        placed = [one.placed for one in others]
        is_known = False in placed or None not in placed
        self.placed = all(placed) if placed and is_known else None

    def _tell_apart(self, methods: set[_Name]) -> None:
        """Gives methods with the same number different numbers if one of them isn't given.

        ``methods`` are those on the stack of a sample. They all get new numbers, and those that had
        the same number get the same one.
        """
        numbers: dict[int, int] = {}
        for method in methods:
            before = self.same.get(method, 0)
            if before not in numbers:
                self._last_number += 1
                numbers[before] = self._last_number
            self.same[method] = numbers[before]

    def _calls_in(
        self, frames: Sequence[SampledInstruction | None]
    ) -> set[tuple[_Name, SampledInstruction]]:
        found = set()
        called: _Name | None = None
        for frame in frames:
            # A frame that can't be read may be that of the caller.
            if frame is None:
                called = None
            elif frame[:3] in self.counted:
                if called is not None:
                    found.add((called, frame))
                called = frame[:3]
        return found

    def _add_collection(self, collection: Any) -> None:
        pauses = collection.get("sumOfPauses") if isinstance(collection, dict) else None
        found = _DURATION.fullmatch(pauses) if isinstance(pauses, str) else None
        self.collections += 1
        if found is not None:
            hours, minutes, seconds = (float(one or 0) for one in found.groups())
            self.pause_seconds += 3600 * hours + 60 * minutes + seconds

    def _add_flag(self, flag: Any) -> None:
        if isinstance(flag, dict) and flag.get("name") == _PLACING:
            self.placed = flag.get("value") is True and self.placed is not False


def read_samples(jdk: Jdk, recordings: Sequence[Path], counted: Container[_Name] = ()) -> Samples:
    """Returns the samples of some recordings, as a JDK's own tool reads them.

    ``counted`` is as in ``Samples``. Raises KpathError (exit status 125) if the tool can't read a
    recording.
    """
    each: list[Samples] = []
    # The tool is a JVM itself. A variable with options for every JVM would make it print another
    # line.
    environment = {key: it for key, it in os.environ.items() if key not in OPTION_VARIABLES}
    for path in recordings:
        samples = Samples(counted)
        command = [str(jdk.jfr), "print", "--json", "--events", ",".join(_READ)]
        command += ["--stack-depth", str(_MOST_FRAMES)]
        try:
            with subprocess.Popen(
                [*command, str(path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
            ) as process:
                assert process.stdout is not None
                for event in events_in(process.stdout):
                    samples.add(event)
        except (OSError, ValueError) as error:
            raise _unreadable(jdk, path, str(error)) from None
        if process.returncode != 0:
            raise _unreadable(jdk, path, f"it ended with status {process.returncode}")
        each.append(samples)
    whole = Samples()
    whole.add_all(each)
    return whole


def events_in(stream: IO[bytes]) -> Iterator[Any]:
    """Yields the events of the tool's JSON one by one, because memory may not hold all of them.

    Raises ValueError if the text isn't what the tool prints, or ends too early.
    """
    text, decode = "", json.JSONDecoder().raw_decode
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    is_begun = is_end = False
    while not is_end:
        piece = stream.read(_PIECE_BYTES)
        is_end = not piece
        text += decoder.decode(piece, final=is_end)
        if not is_begun:
            begin = re.search(r'"events"\s*:\s*\[', text)
            if begin is None:
                continue
            text, is_begun = text[begin.end() :], True
        at = 0
        while True:
            gap = _GAP.match(text, at)
            at = at if gap is None else gap.end()
            if text[at : at + 1] == "]":
                # The tool can't end until all of its output has been read.
                while stream.read(_PIECE_BYTES):
                    pass
                return
            event = None
            # An event that is cut off here may be completed by the next piece.
            with suppress(ValueError):
                event, at = decode(text, at)
            if event is None:
                break
            yield event
        text = text[at:]
    raise ValueError("its output is cut short")


def _stack(event: Any) -> tuple[list[SampledInstruction | None], bool]:
    """Returns the frames of a sample, the topmost first, and whether they are the whole stack.

    A frame that can't be read is None. The stack is whole only if all its frames can be read, and
    the event says that JFR kept all of them.
    """
    try:
        stack = event["values"]["stackTrace"]
        frames = [_instruction(frame) for frame in stack["frames"]]
        has_all = stack.get("truncated") is False
    except (KeyError, TypeError):
        return [], False
    return frames, bool(frames) and has_all and None not in frames


def _instruction(frame: Any) -> SampledInstruction | None:
    try:
        method = frame["method"]
        return SampledInstruction(
            # Older JDKs print class names with dots.
            _text(method["type"]["name"]).replace(".", "/"),
            _text(method["name"]),
            _text(method["descriptor"]),
            _number(frame.get("bytecodeIndex")),
            _number(frame.get("lineNumber")),
        )
    except (KeyError, TypeError):
        return None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a name must be a string")
    return value


def _number(value: object) -> int:
    is_number = isinstance(value, int) and 0 <= value < 1 << 31
    return value if is_number and isinstance(value, int) else -1


def _unreadable(jdk: Jdk, path: Path, why: str) -> KpathError:
    return KpathError(
        f"{jdk.jfr} cannot read the recording {path.name}: {why}; record again, or leave out "
        "--time",
        125,
    )
