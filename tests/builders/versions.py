"""Versions of a made-up program. A method is given by its blocks' successors and by walks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from builders.walks import Program, path_of, pieces
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile

#: Block 1 is the header of a loop. Block 2 decides between the arms, blocks 3 and 4. Block 5 goes
#: back to the header, and block 6 is outside the loop.
ARMS = ((1,), (2, 6), (3, 4), (5,), (5,), (1,), ())
LEFT, RIGHT = (1, 2, 3, 5), (1, 2, 4, 5)


@dataclass(frozen=True)
class Version:
    """A version of a method: its graph, the walks over it, and its operands and operators.

    ``escapes`` is the number of further activations that an exception ended in their first path.
    ``unfinished`` is the number of further activations that hadn't ended when the JVM was killed,
    and that may have held back a word. ``begun_before`` is the number of walks that began before
    the recording. All blocks are on the line ``line``; if it is None, each block is on a line of
    its own.
    """

    successors: Sequence[Sequence[int]] = ARMS
    walks: Sequence[Sequence[int]] = ()
    class_name: str = "demo/Work"
    name: str = "run"
    descriptor: str = "(I)V"
    digest: str = "d1ge57"
    code_digest: str = ""
    instructions: Mapping[int, int] = field(default_factory=dict)
    test_sizes: Mapping[int, int] = field(default_factory=dict)
    operands: Mapping[int, str] = field(default_factory=dict)
    operators: Mapping[int, str] = field(default_factory=dict)
    cut: str = "back-edge"
    escapes: int = 0
    unfinished: int = 0
    begun_before: int = 0
    line: int | None = None

    def walked(self, *rounds: Sequence[int], times: int = 1) -> "Version":
        """Returns the method with ``times`` more activations that run the iterations ``rounds``."""
        out = self.successors[1][1]
        last = () if not self.successors[out] else (len(self.successors) - 1,)
        walk = [0, *(block for blocks in rounds for block in blocks), 1, out, *last]
        return replace(self, walks=[*self.walks, *([walk] * times)])

    @property
    def program(self) -> Program:
        """The control-flow graph."""
        return Program(Random(0), [list(targets) for targets in self.successors])


def versions_profile(
    directory: Path,
    called: str,
    *versions: Version,
    k: int = 4,
    entered: Sequence[tuple[MethodSpec, int]] = (),
    **run: Any,
) -> Profile:
    """Writes a profile of the methods' walks, and opens the profile.

    ``entered`` lists further methods with their numbers of entries, which are their only counts.
    """
    builder = RecordingBuilder(k=k)
    for version in versions:
        program = version.program
        spec = program.method(version.cut)
        spec.class_name, spec.name = version.class_name, version.name
        spec.descriptor, spec.digest = version.descriptor, version.digest
        spec.code_digest = version.code_digest
        spec.instructions = dict(version.instructions)
        spec.test_sizes = dict(version.test_sizes)
        spec.decisions = [
            (
                block, version.operators.get(block, operator), kind,
                [version.operands.get(block, f"x{block}"), "0"], keys, targets,
            )
            for block, operator, kind, _, keys, targets in spec.decisions
        ]  # fmt: skip
        if version.line is not None:
            spec.blocks = [(first, last, [(first, version.line)]) for first, last, _ in spec.blocks]
        if version.escapes:
            spec.counters = ("entries", "escapes")
        if version.unfinished:
            spec.held_paths = 21
        builder.add(spec)
        for walk in version.walks:
            cut = pieces(list(walk), program.cuts(version.cut))
            builder.stream(spec, [path_of(spec, one) for one in cut])
        entries = len(version.walks) - version.begun_before + version.escapes + version.unfinished
        builder.auxiliary(spec, entries=entries)
        if version.escapes:
            builder.auxiliary(spec, escapes=version.escapes)
    for alone, times in entered:
        builder.add(alone)
        builder.auxiliary(alone, entries=times)
    target = directory / f"{called}.kpath"
    write_profile(target, builder.build(directory), demo_run(**run))
    return Profile.open(target)


#: ARMS with one more loop (blocks 6 and 7) before the exit.
GROWN = (*ARMS[:1], (2, 6), *ARMS[2:6], (7, 8), (6,), ())


def compared_profiles(directory: Path, **new_run: object) -> tuple[Path, Path]:
    """Writes before.kpath and after.kpath.

    A branch and a loop differ, one method has another name, one method is gone, and one is new.
    """
    run = Version(operands={2: "kind"}).walked(LEFT, LEFT, RIGHT, LEFT, times=6)
    asked = replace(
        Version(operands={2: "kind.sort"}, digest="x"),
        walks=Version().walked(LEFT, RIGHT, RIGHT, RIGHT, RIGHT, times=6).walks,
    )
    grows = Version(name="grows").walked(LEFT, RIGHT, times=5)
    grown = Version(
        GROWN, [[*walk[:-1], 6, *(7, 6) * 9, 8] for walk in grows.walks], name="grows", digest="x"
    )
    named = Version(name="oldName").walked(*[LEFT] * 7)
    stays = Version(name="stays", class_name="demo/Stays").walked(LEFT, RIGHT, RIGHT, times=2)
    gone = Version(name="gone", descriptor="()V", class_name="demo/Gone").walked(LEFT, RIGHT)
    came = Version(
        ((1,), (2, 3), (1,), ()), [(0, *(1, 2) * 30, 1, 3)], name="came",
        class_name="demo/Came", descriptor="([ILjava/lang/String;)J",
    )  # fmt: skip
    base = versions_profile(directory, "before", run, grows, named, stays, gone)
    new = versions_profile(
        directory, "after", asked, grown, replace(named, name="newName", digest="y"), stays, came,
        **new_run,
    )  # fmt: skip
    return base.path, new.path
