"""The file time.json of a profile: where a run spent its time (docs/formats/profile.md)."""

from typing import Annotated, ClassVar

from msgspec import Meta

from kpath_jvm.records.record import Count, Int32, Record, Seconds

#: The file's name in a profile's directory.
TIME_FILE = "time.json"


class SampledPlace(Record, frozen=True, kw_only=True):
    """An instruction that threads were executing in ``count`` samples; names are as in class files.

    ``offset`` is the instruction's bytecode offset, and ``line`` is its source line in the class
    file's line table. Each is -1 if the sampler doesn't know it, for example in native methods.
    """

    class_name: str
    name: str
    descriptor: str
    offset: Int32
    line: Int32
    count: Annotated[int, Meta(ge=1, le=2**63 - 1)]


class StackedMethod(Record, frozen=True, kw_only=True):
    """A method that was on the stack in ``count`` samples; names are as in class files.

    A sample counts once, however often the method was on its stack. ``partial`` of these samples
    have partial stacks. Two methods have the same number ``same`` if and only if they are on the
    stacks of the same samples; it is None in profiles of an older kpath-jvm.
    """

    class_name: str
    name: str
    descriptor: str
    count: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    partial: Count
    same: Count | None = None


class SampledCall(Record, frozen=True, kw_only=True):
    """A call that was under way in samples: its place, with the number of the samples.

    ``class_name``, ``name`` and ``descriptor`` are those of the called method. Both methods'
    bytecodes are counted, and no frame of such a method is between their frames on the stack.
    """

    class_name: str
    name: str
    descriptor: str
    place: SampledPlace


class TimeSamples(Record, frozen=True, kw_only=True):
    """Samples of a run without the agent, added up by instruction.

    ``sampler`` is what took the samples, and ``period_millis`` is the time that it was asked to
    leave between two samples. ``recordings`` is the number of JVMs that left samples.
    ``cpu_seconds`` is None in profiles of an older kpath-jvm. ``unknown`` is the number of samples
    without a method. ``debug_non_safepoints`` says whether all sampled JVMs ran with
    -XX:+DebugNonSafepoints, if that is known. Without that option, samples in compiled code appear
    at other instructions.

    ``below`` has the samples in methods whose bytecodes aren't counted. Each is listed at the call
    that led there, in the nearest method on the stack whose bytecodes are counted. ``below`` is
    None if stacks weren't read, as in profiles of an older kpath-jvm.

    ``on_stack`` has the methods that are anywhere on the stacks of samples and whose bytecodes are
    counted. ``partial`` is the number of samples with a partial stack. ``on_stack`` and ``partial``
    are None in profiles of an older kpath-jvm. ``calls`` are the calls between the methods of
    ``on_stack``.

    ``collections`` is the number of garbage collections, which stopped the program for
    ``pause_seconds`` together. ``calls`` and these two are None in profiles of an older kpath-jvm.
    """

    MARKER: ClassVar[str] = "kpath_jvm_time"
    VERSION: ClassVar[int] = 1
    MOST_BYTES: ClassVar[int] = 1 << 30
    SEALED_WITH: ClassVar[str] = "places"

    sampler: str
    period_millis: Annotated[int, Meta(ge=1)]
    java: str
    recordings: Annotated[int, Meta(ge=1)]
    wall_seconds: Seconds
    cpu_seconds: Seconds | None = None
    exit_status: Int32
    unknown: Count
    debug_non_safepoints: bool | None = None
    below: tuple[SampledPlace, ...] | None = None
    partial: Count | None = None
    on_stack: tuple[StackedMethod, ...] | None = None
    calls: tuple[SampledCall, ...] | None = None
    collections: Count | None = None
    pause_seconds: Seconds | None = None
    places: tuple[SampledPlace, ...]
