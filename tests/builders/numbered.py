"""A profile of a method with a switch over numbers that the compiler gave to the labels."""

from collections.abc import Sequence
from pathlib import Path

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile


def numbered_profile(
    directory: Path, called: str, counts: Sequence[int], *, digest: str, others: int = 0
) -> Profile:
    """Writes and opens a profile of a switch over an enum.

    The labels of the switch aren't known. ``counts`` has the number of executions of the first
    case, of the second case and of the default. The two cases have equal code. ``others`` is the
    number of entries of another method, which has no branches.
    """
    spec = MethodSpec(
        class_name="demo/Kinds", name="kind", descriptor="(I)V", digest=digest,
        blocks=[(4 * at, 4 * at + 3, [(4 * at, 4 + at)]) for at in range(4)],
        edges=[(0, 1, 0), (0, 2, 1), (0, 3, 2)], starts=[("entry", 0, 0)],
        ends=[("exit", 1, 0), ("exit", 2, 0), ("exit", 3, 0)], paths=3,
        decisions=[(0, "switch", "I", ["1.$SwitchMap$E[e.ordinal()]"], [1, 2], [1, 2, 3])],
    )  # fmt: skip
    other = MethodSpec(
        class_name="demo/Kinds", name="other", descriptor="()V", digest=digest,
        blocks=[(0, 3, [(0, 2)])], edges=[], starts=[("entry", 0, 0)], ends=[("exit", 0, 0)],
        paths=1,
    )  # fmt: skip
    builder = RecordingBuilder()
    builder.add(spec)
    builder.add(other)
    for path, count in enumerate(counts):
        builder.stream(spec, [path], times=count)
    builder.stream(other, [0], times=others)
    builder.auxiliary(spec, entries=sum(counts))
    builder.auxiliary(other, entries=others)
    target = directory / f"{called}.kpath"
    write_profile(target, builder.build(directory), demo_run())
    return Profile.open(target)
