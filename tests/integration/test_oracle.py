"""The oracle itself: hand-derived numbers, and the tracer leaving programs as they are."""

import pytest

from oracle.harness import run_native
from oracle.oracle import BACK_EDGE, LOOP_HEADER, profile_trace
from oracle.targets import Target, all_targets, compiled, traced

TRACED = [target for target in all_targets() if target.traced]


@pytest.mark.parametrize("target", TRACED, ids=lambda target: target.name)
def test_oracle_gives_the_numbers_derived_by_hand(target: Target) -> None:
    """Each number in the target's comment, for both ways of cutting."""
    if not target.java_homes():
        pytest.skip(f"no JDK {target.java_release}")
    trace, output = traced(target)
    native = run_native(compiled(target), target.java_homes()[0])
    assert (output, trace.status) == (native.stdout, native.returncode)
    profiles = {
        cut: profile_trace(trace, compiled(target).classes, 3, cut)
        for cut in (BACK_EDGE, LOOP_HEADER)
    }
    assert target.expectations
    for expectation in target.expectations:
        assert expectation.failures(profiles[expectation.cut]) == []
