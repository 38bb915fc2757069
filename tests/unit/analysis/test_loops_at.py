"""Tests which loops are selected by a line of the source."""

from pathlib import Path

import numpy as np
import pytest

from builders.nested import nested_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.loops_at import loops_at
from kpath_jvm.errors import KpathError

BOTH, INNER = frozenset({0, 1}), frozenset({1})


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return nested_profile(tmp_path)


def at(profile: Profile, *, loop: str = "", line: str = "") -> dict[int, frozenset[int]]:
    methods = profile.method_rows.numbers
    return loops_at(profile, methods, [loop] if loop else [], [line] if line else [])


def test_a_line_selects_the_innermost_loop_around_it(profile: Profile) -> None:
    assert at(profile, line="32") == at(profile, line="31") == {0: INNER}
    # A line in the outer loop also selects the inner loop.
    assert at(profile, line="33") == {0: BOTH}
    # Both methods have code on this line.
    assert at(profile, line="11") == {0: BOTH, 1: frozenset({0})}


def test_loops_are_selected_by_the_line_where_they_begin(profile: Profile) -> None:
    assert at(profile, loop="11") == {0: BOTH}
    assert at(profile, loop="31") == {0: INNER}
    assert at(profile, loop="9") == {1: frozenset({0})}
    with pytest.raises(KpathError, match=r"no loop begins at line 32; .*at Nested\.run:11, "):
        at(profile, loop="32")


@pytest.mark.parametrize(
    "where",
    ["Nested.java", "demo/Nested.java", "Nested", "demo.Nested", "demo/Nested", "Nested.run",
     "demo.Nested.run", "N*", "Nested.r*", "run"],
)  # fmt: skip
def test_a_line_may_follow_a_file_a_class_or_a_method(profile: Profile, where: str) -> None:
    expected = {0: BOTH} if where != "run" else {0: BOTH, 1: frozenset({0})}
    assert at(profile, line=f"{where}:11") == expected


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Nested:10", r"around line 10 of Nested; loops begin at Nested\.run:11, Nested\.run:31"),
        ("17", "no loop is around line 17"),
        (
            "Nested:17",
            "no code at line 17 of Nested; the nearest code is at line 11 and line 31; "
            r"loops begin at Nested\.run:11, Nested\.run:31; the nearest to line 17 is at "
            r"Nested\.run:11 \(a loop begins at its test, or else at its first statement\)$",
        ),
        ("Nested.run:1", r"no code at line 1 of Nested\.run; .*; loops begin at Nested\.run:11, "),
        ("1", "no code at line 1; the nearest code is at line 8"),
        ("Nestd:11", r"no method Nestd.*did you mean"),
        ("Nestd.java:11", r"no class in .* from a file Nestd\.java; did you mean Nested\.java"),
        ("x", "'x' isn't a line; write 42"),
        ("-1", "isn't a line"),
        ("Nested:", "isn't a line"),
        ("9" * 30, "isn't a line"),
    ],
)
def test_places_without_a_loop_are_refused(profile: Profile, line: str, message: str) -> None:
    with pytest.raises(KpathError, match=message):
        at(profile, line=line)


def test_only_loops_of_the_given_methods_are_selected(profile: Profile) -> None:
    only = np.array([1], dtype=np.int32)
    assert loops_at(profile, only, [], ["11"]) == {1: frozenset({0})}
    with pytest.raises(KpathError, match="the other filters leave nothing of Nested"):
        loops_at(profile, only, [], ["Nested:11"])


def test_the_error_for_a_line_without_a_loop_lists_loops_of_all_methods(profile: Profile) -> None:
    """figure_3() has code on line 13, but the user may mean a loop of the other method."""
    with pytest.raises(KpathError) as raised:
        at(profile, loop="13")
    message = str(raised.value)
    assert message.startswith("no loop begins at line 13; loops begin at ")
    assert "Nested.run:31" in message
    # If two loops are equally near, the message names the loop after the given line.
    with pytest.raises(KpathError, match=r"the nearest to line 21 is at Nested\.run:31"):
        at(profile, loop="Nested:21")
