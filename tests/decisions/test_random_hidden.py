"""The tests that javac adds to record patterns and resources don't change the rest of a report."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from decisions.hidden_conditions import hidden_method, hidden_state, program
from decisions.notes import Told, expected, told
from kpath_command import ensure_jars, run
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.annotation import SourceTexts
from oracle.harness import compile_java, find_java_homes, java_version

METHODS = 120
STATES = 25
#: If the negation of a record pattern is stored, javac adds one more test, and the method isn't
#: matched with its source.
MOST_UNMATCHED = METHODS // 20
#: Branches that test a resource are reported with their line, and with a number if the line has
#: several branches.
_PLACE = re.compile(r"line \d+(?: #\d+)? (?=r != null: )")


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (1, []),
        pytest.param(2, ["--release", "21"], marks=pytest.mark.slow),
        pytest.param(3, [], marks=pytest.mark.slow),
        pytest.param(4, ["--release", "21"], marks=pytest.mark.slow),
    ],
)
def test_asked_questions_are_reported(seed: int, options: list[str], tmp_path: Path) -> None:
    home = find_java_homes()[-1]
    if java_version(home) < 21:
        pytest.skip("record patterns need JDK 21 or newer")
    ensure_jars()
    random = Random(seed)
    methods = [hidden_method(random, number) for number in range(METHODS)]
    states = [hidden_state(random) for _ in range(STATES)]
    (tmp_path / "Conditions.java").write_text(program(methods, states))
    compile_java([tmp_path / "Conditions.java"], tmp_path, *options, java_home=home)
    done = run(
        "run", "-k", "1", "--max-paths", "1000000", "-o", "c.kpath",
        "--", str(home / "bin" / "java"), "-cp", ".", "Conditions",
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()

    profile = Profile.open(tmp_path / "c.kpath")
    sources = SourceTexts([tmp_path])
    wrong = {}
    unmatched = []
    for method in methods:
        due = expected(method.paths, states)
        found, _ = told(profile, sources, profile.find_method(f"Conditions.{method.name}"))
        plain = _without_places(found)
        if any(text.startswith("line ") for path in plain for text in path):
            unmatched.append(method.java)
        elif plain != due:
            wrong[method.java] = (plain - due, due - plain)
    assert wrong == {}, "\n".join(f"{java}{differ}" for java, differ in list(wrong.items())[:3])
    assert len(unmatched) <= MOST_UNMATCHED, "\n".join(unmatched)


def _without_places(found: Told) -> Told:
    plain: Told = Counter()
    for path, count in found.items():
        plain[tuple(_PLACE.sub("", text) for text in path)] += count
    return plain
