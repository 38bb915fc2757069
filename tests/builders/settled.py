"""Profiles of the method ``diamonds``, and the analysis of its branches."""

import random
from pathlib import Path

from msgspec.structs import replace

from builders.branching import Trips, diamonds, numbers
from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.settled.constant import Constant
from kpath_jvm.analysis.settled.foretold import Foretold
from kpath_jvm.analysis.settled.found import Settled, settled_of
from kpath_jvm.analysis.settled.one_way import OneWay
from kpath_jvm.profile.writer import write_profile

#: The blocks of the three branches.
X, Y, MORE = 1, 4, 7


def profiled(
    directory: Path,
    activations: list[Trips],
    k: int = 4,
    *,
    entries: int | None = None,
    escapes: int = 0,
    spec: MethodSpec | None = None,
    **run: object,
) -> Profile:
    directory.mkdir(exist_ok=True)
    builder = RecordingBuilder(k=k)
    spec = spec or diamonds()
    spec.counters = ("entries", "handlers", "escapes")
    builder.add(spec)
    for trips in activations:
        builder.stream(spec, numbers(trips))
    begun = len(activations) + escapes if entries is None else entries
    builder.auxiliary(spec, entries=begun, escapes=escapes)
    write_profile(directory / "two.kpath", builder.build(directory), replace(demo_run(), **run))
    return Profile.open(directory / "two.kpath")


def found(profile: Profile) -> list[Settled]:
    return list(settled_of(profile, 0).branches)


def one_way(profile: Profile) -> list[int]:
    return [one.branch.block for one in found(profile) if isinstance(one, OneWay)]


def redundant(profile: Profile) -> list[tuple[int, int, int]]:
    """Returns a row for each branch that earlier outcomes decided.

    A row has the block of the deciding branch, the number of iterations between the two branches,
    and the block of the decided branch.
    """
    return [
        (one.given.block, one.iterations, one.branch.block)
        for one in found(profile)
        if isinstance(one, Foretold)
    ]


def constant(profile: Profile) -> list[int]:
    return [one.branch.block for one in found(profile) if isinstance(one, Constant)]


def coin(rng: random.Random, count: int) -> Trips:
    return [(rng.random() < 0.5, rng.random() < 0.5) for _ in range(count)]


def settled_profile(directory: Path, **run: object) -> Path:
    """Writes a profile of three methods, each with a different kind of settled branch.

    Classes are named after their branches' behaviour. Two paths of ``Always`` were abandoned.
    """
    rng = random.Random(20)
    activations: dict[str, list[Trips]] = {
        "Always": [[(True, y) for _, y in coin(rng, 20)] for _ in range(100)],
        "Again": [[(x, x) for x, _ in coin(rng, 10)] for _ in range(250)],
        "Entered": [[(at % 3 == 0, y) for _, y in coin(rng, 10)] for at in range(600)],
    }
    builder = RecordingBuilder(k=4)
    for name, own in activations.items():
        spec = diamonds()
        spec.class_name = f"demo/{name}"
        spec.counters = ("entries", "handlers", "escapes")
        if name == "Again":
            spec.decisions[1] = (Y, "true", "Z", ["x"], [1, 0], [5, 6])
        builder.add(spec)
        for trips in own:
            builder.stream(spec, numbers(trips))
        escapes = 2 if name == "Always" else 0
        builder.auxiliary(spec, entries=len(own) + escapes, escapes=escapes)
    target = directory / "settled.kpath"
    write_profile(target, builder.build(directory), replace(demo_run(), **run))
    return target
