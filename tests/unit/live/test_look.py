"""Tests how the changes from one look at a recording to the next are computed."""

from pathlib import Path

import pytest

from builders.underway import grown
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.live.look import Look, changed
from kpath_jvm.profile.model import Profile


def slowly(profile: Profile) -> dict[tuple[str, int], int]:
    """Computes each loop's cost separately. Returns the costs by class and header."""
    return {
        (
            profile.method_rows.row(method)["class"],
            profile.code(method).loops[row.loop].header,
        ): row.cost
        for method in profile.method_rows.numbers.tolist()
        for row in loop_rows(profile, method)
    }


def test_costs_of_loops_are_counted_from_the_earlier_look(tmp_path: Path) -> None:
    before = Look(grown(tmp_path, 2, 5), 10.0)
    now = Look(grown(tmp_path, 7, 6, 4), 14.0)
    change = changed(before, now)
    assert change is not None
    assert change.seconds == 4.0
    earlier, later = slowly(before.profile), slowly(now.profile)
    expected = {key: cost - earlier.get(key, 0) for key, cost in later.items()}
    assert len(expected) >= 3
    found = {
        (key[0].class_name, key[-1]): int(change.costs[place])
        for key, place in now.loops.items()
        if (key[0].class_name, key[-1]) in expected
    }
    assert found == expected
    assert set(found.values()) != {0}
    assert change.bytecodes == now.bytecodes - before.bytecodes
    shares = change.shares(now)
    assert sum(shares.values()) == pytest.approx(sum(expected.values()) / change.bytecodes)


def test_later_loaded_methods_are_found(tmp_path: Path) -> None:
    """The same method can have different numbers in two profiles."""
    before, now = Look(grown(tmp_path, 2, 5), 0.0), Look(grown(tmp_path, 2, 5, 3), 1.0)
    change = changed(before, now)
    assert change is not None
    came = {key[0].class_name for key, place in now.loops.items() if change.costs[place] > 0}
    assert came == {"demo/Late"}
    assert change.visits.sum() > 0


def test_changes_across_a_reset_are_unknown(tmp_path: Path) -> None:
    one, other = grown(tmp_path, 2, 5), grown(tmp_path, 7, 6)
    assert changed(None, Look(one, 1.0)) is None
    assert changed(Look(one, 1.0, resets=0), Look(other, 2.0, resets=1)) is None
    # Falling counts mean that there was a reset that nobody reported.
    assert changed(Look(other, 1.0), Look(one, 2.0)) is None
    assert changed(Look(one, 2.0), Look(other, 2.0)) is None


def test_counts_of_sequences_are_found_by_their_paths(tmp_path: Path) -> None:
    look = Look(grown(tmp_path, 2, 5), 0.0)
    (spin,) = (n for key, n in look.methods.items() if key[0].name == "spin")
    profile = look.profile
    expected = {
        tuple(row): int(profile.method_forest(spin).counts[node])
        for node in range(len(profile.method_forest(spin)))
        for row in [[p for p in profile.method_forest(spin).sequences([node])[0] if p >= 0]]
    }
    assert len(expected) > 3
    assert {paths: look.count(spin, paths) for paths in expected} == expected
    assert look.count(spin, (4, 4, 4, 4)) == 0
