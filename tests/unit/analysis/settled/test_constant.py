"""Tests when a branch is said to be constant within the entries of its loop."""

import random
from pathlib import Path

from builders.branching import diamonds, numbers
from builders.recordings import RecordingBuilder, demo_run
from builders.settled import X, Y, coin, constant, found, profiled, redundant
from kpath_jvm import Profile
from kpath_jvm.analysis.settled.constant import Constant
from kpath_jvm.profile.writer import write_profile


def test_a_branch_that_is_constant_in_each_entry_is_found(tmp_path: Path) -> None:
    rng = random.Random(12)
    activations = [[(at % 3 == 0, y) for _, y in coin(rng, 10)] for at in range(600)]
    profile = profiled(tmp_path / "constant", activations)
    (one,) = (it for it in found(profile) if isinstance(it, Constant))
    assert (one.branch.block, one.loop.header) == (X, 1)
    assert one.steadiness.pairs == ((200 * 9, 0), (0, 400 * 9))
    assert (one.steadiness.firsts, one.steadiness.unknown, one.count) == (600, 0, 5400)
    assert one.saved == 5400 * 4
    # The branch's previous outcome decides the next one, too, but reporting this adds nothing.
    assert redundant(profile) == []
    activations[100][7] = (not activations[100][7][0], True)
    assert constant(profiled(tmp_path / "changed", activations)) == []


def test_a_constant_branch_may_read_what_its_loop_assigns(tmp_path: Path) -> None:
    activations = [[(at % 3 == 0, True)] * 10 for at in range(600)]
    for name, assigned in (("not", []), ("assigned", [X])):
        spec = diamonds()
        (loop,) = spec.loops
        spec.loops = [{**loop, "assigned": assigned}]
        profile = profiled(tmp_path / name, activations, spec=spec)
        (one,) = (it for it in found(profile) if isinstance(it, Constant))
        assert one.is_assigned == bool(assigned)


def test_a_constant_branch_needs_both_outcomes_and_several_executions_per_entry(
    tmp_path: Path,
) -> None:
    single = [[(at % 2 == 0, True)] for at in range(3000)]
    assert constant(profiled(tmp_path / "single", single)) == []
    always = [[(True, at % 2 == 0)] * 3 for at in range(3000)]
    assert constant(profiled(tmp_path / "always", always)) == [Y]
    assert constant(profiled(tmp_path / "k", always, k=1)) == []


def test_executions_after_a_handler_are_not_known_to_be_constant(tmp_path: Path) -> None:
    """If five of 6,000 executions come after a handler, the outcomes before them aren't known."""
    rng = random.Random(13)
    activations = [[(at % 3 == 0, y) for _, y in coin(rng, 10)] for at in range(600)]
    for caught in (0, 5):
        spec = diamonds()
        spec.counters = ("entries", "handlers", "escapes")
        spec.starts.append(("handler", 1, 16))
        spec.paths = 24
        builder = RecordingBuilder(k=4)
        builder.add(spec)
        for at, trips in enumerate(activations):
            paths = numbers(trips)
            if at < caught:
                builder.stream(spec, paths[:5], [paths[5] + 8, *paths[6:]])
            else:
                builder.stream(spec, paths)
        builder.auxiliary(spec, entries=600, handlers=caught)
        directory = tmp_path / str(caught)
        directory.mkdir()
        write_profile(directory / "two.kpath", builder.build(directory), demo_run())
        profile = Profile.open(directory / "two.kpath")
        assert profile.method_rows.row(0)["abandoned"] == caught
        assert constant(profile) == ([] if caught else [X])
