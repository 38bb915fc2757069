"""Tests that settled branches are ordered by the bytecodes of their tests alone."""

from pathlib import Path

import pytest

from builders.branching import diamonds, numbers
from builders.called import add_callers, caller_counts
from builders.recordings import RecordingBuilder, demo_run
from builders.settled import X, Y
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.analysis.settled.found import calls_of, heavy
from kpath_jvm.analysis.settled.one_way import OneWay
from kpath_jvm.profile.writer import write_profile

CALLER, CALLED = "demo/Caller", "demo/Called"


def profile_of(directory: Path) -> Profile:
    """Writes a profile of two methods. In the first, the test of branch X calls the second method.

    In both methods, the branches X and Y always go one way.
    """
    builder = RecordingBuilder(k=4)
    for name, times in ((CALLER, 100), (CALLED, 1200)):
        spec = diamonds()
        spec.class_name = name
        spec.counters = ("entries", "handlers", "escapes")
        if name == CALLER:
            spec.test_sizes = {X: 2, Y: 4}
            spec.decisions[0] = (X, "true", "Z", [f"it.{spec.name}()"], [1, 0], [2, 3])
        builder.add(spec)
        builder.stream(spec, numbers([(True, True)] * 12), times=times)
        builder.auxiliary(spec, entries=times)
    write_profile(directory / "it.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "it.kpath")


def of_caller(profile: Profile, share: float) -> list[int]:
    costs = Costs(profile)
    found = heavy(select(profile, ALL), costs, share)
    title = profile.find_method("Caller.diamonds")
    return [
        one.branch.block for method, one in found if method == title and isinstance(one, OneWay)
    ]


@pytest.mark.parametrize("has_callers", [True, False])
def test_calls_in_tests_do_not_affect_the_order(tmp_path: Path, *, has_callers: bool) -> None:
    """A called method may be needed even without the test, so its cost doesn't change the order."""
    profile = profile_of(tmp_path)
    method = profile.find_method("Caller.diamonds")
    row = profile.method_rows.row(method)
    code = profile.code(method)
    called = (CALLED, row["name"], row["descriptor"])
    caller = (CALLER, row["name"], row["descriptor"])
    offset = code.offsets[X][0]
    if has_callers:
        made = {(called, caller, offset, 11): 1200, (caller, None, -1, -1): 100}
        add_callers(profile.path, caller_counts(made))
    costs = Costs(profile)
    own = {X: 2 * 1200, Y: 4 * 1200}
    assert of_caller(profile, 0.0)[:2] == [Y, X]
    # Nothing but the test calls the other method, so that method's whole cost is due to the test.
    below = costs.of_method(profile.find_method("Called.diamonds"))
    weighed = heavy(select(profile, ALL), costs, 0.0)
    (first,) = (one for of, one in weighed if (of, one.branch.block) == (method, X))
    told = calls_of(costs, method, code, first)
    assert told.may_call
    assert told.each == (pytest.approx(below / 1200) if has_callers else None)
    assert below > own[Y]
    # A branch is listed for its test's own bytecodes, not for what the test calls.
    assert X in of_caller(profile, own[X] / costs.total)
    assert of_caller(profile, (own[X] + 1) / costs.total) == [Y]
