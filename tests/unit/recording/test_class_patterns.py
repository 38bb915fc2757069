"""Tests which class names a pattern matches.

Most cases are in a table that the agent's tests read, too.
"""

import random
import re
from pathlib import Path

import pytest

from kpath_jvm.recording.class_patterns import NEVER_PROFILED, ClassPattern, is_never_profiled

TABLE = (
    Path(__file__).parents[3]
    / "agent/agent/src/test/resources/org/kpathjvm/agent/class-patterns.tsv"
)
ROWS = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if line[:1] != "#"]


@pytest.mark.parametrize(("pattern", "name", "is_meant"), ROWS)
def test_patterns_match_as_in_the_agents_tests(pattern: str, name: str, is_meant: str) -> None:
    assert ClassPattern(pattern).matches(name) is {"yes": True, "no": False}[is_meant]
    assert ClassPattern(pattern.replace(".", "/")).matches(name.replace(".", "/")) is (
        is_meant == "yes"
    )


def test_patterns_that_match_only_unprofiled_classes_are_recognised() -> None:
    for pattern in ("java.lang.String*", "java/lang/*", "java.lang", "sun.*", "jdk.internal.misc"):
        assert is_never_profiled(pattern), pattern
    for pattern in ("java.lang*", "java.*", "sun", "Sun*", "*", "*String", "java.language.A", ""):
        assert not is_never_profiled(pattern), pattern


def test_refused_patterns_match_no_class_that_could_be_profiled() -> None:
    dice = random.Random(3)
    parts = ["java", "lang", "jdk", "internal", "sun", "A", ".", ".", ".", "*", "$"]
    refused = 0
    for _ in range(20_000):
        pattern = "".join(dice.choices(parts, k=dice.randint(1, 5)))
        name = "".join(dice.choices(parts[:9], k=dice.randint(1, 5)))
        if is_never_profiled(pattern):
            refused += 1
            is_profiled = not name.startswith(NEVER_PROFILED)
            assert not (is_profiled and ClassPattern(pattern).matches(name)), (pattern, name)
    assert refused > 300


def test_the_agent_leaves_out_the_same_packages() -> None:
    source = Path(__file__).parents[3] / "agent/agent/src/main/java/org/kpathjvm/agent"
    (found,) = re.findall(
        r"List\.of\(([^)]*)\)\);", (source / "ClassFilter.java").read_text("utf-8")
    )
    assert tuple(re.findall(r'"([^"]+)"', found)) == NEVER_PROFILED


def test_matches_agree_with_a_slow_search() -> None:
    """Compares random cases with a slow search through all parts of a name that may match."""
    dice = random.Random(7)
    answers = []
    for _ in range(4000):
        pattern = "".join(dice.choices("ab.$*", (5, 3, 2, 1, 3), k=dice.randint(1, 5)))
        name = "".join(dice.choices("ab.$", (5, 3, 2, 2), k=dice.randint(1, 8)))
        answers.append(_slowly(pattern, name))
        assert ClassPattern(pattern).matches(name) is answers[-1], (pattern, name)
    assert 500 < sum(answers) < 3500


def _slowly(pattern: str, name: str) -> bool:
    starts = [0]
    if "." not in pattern:
        package = name.rfind(".") + 1
        starts += [package, *(i + 1 for i in range(package, len(name)) if name[i] == "$")]
    pieces = {
        name[start:end]
        for start in starts
        for end in range(start, len(name) + 1)
        if end == len(name) or (end > start and name[end] in ".$")
    }
    glob = re.compile("".join(".*" if c == "*" else re.escape(c) for c in pattern))
    return any(glob.fullmatch(piece) for piece in pieces)
