"""Each path of a random Scala condition is reported with its questions and their outcomes."""

from pathlib import Path
from random import Random

import pytest

from decisions.notes import expected, told
from decisions.scala_conditions import Method, program, random_method
from decisions.scala_operands import random_state
from kpath_command import ensure_jars, run
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.annotation import SourceTexts
from oracle.harness import find_java_homes
from scala_compiler import compile_scala

METHODS = 100
STATES = 15
#: A method isn't matched if the source fits its branches in several ways.
MOST_UNMATCHED = METHODS // 20

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("seed", "version"), [(1, "2.12"), (2, "3.3")])
def test_asked_questions_are_reported(seed: int, version: str, tmp_path: Path) -> None:
    ensure_jars()
    random = Random(seed)
    methods = [random_method(random, number, version) for number in range(METHODS)]
    states = [random_state(random) for _ in range(STATES)]
    (tmp_path / "Conditions.scala").write_text(program(methods, states))
    class_path = compile_scala(tmp_path / "Conditions.scala", tmp_path / "classes", version)
    java = str(find_java_homes()[0] / "bin" / "java")
    done = run(
        "run", "-k", "1", "--max-paths", "1000000", "--include", "made.**", "-o", "c.kpath",
        "--", java, "-cp", class_path, "made.Conditions",
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()

    profile = Profile.open(tmp_path / "c.kpath")
    sources = SourceTexts([tmp_path])
    unmatched = []
    for method in methods:
        found, is_matched = told(profile, sources, _number(profile, method))
        if is_matched:
            assert found == expected(method.paths, states), method.scala
        else:
            unmatched.append(method.scala)
    assert len(unmatched) <= MOST_UNMATCHED, "\n".join(unmatched)


def _number(profile: Profile, method: Method) -> int:
    """Returns the number of a method, or of its inner function if the condition is there."""
    if not method.is_given:
        return profile.find_method(f"made.Conditions$.{method.name}")
    names = (f"$anonfun${method.name}$1", f"{method.name}$$anonfun$1")
    rows = range(len(profile.methods))
    (number,) = [one for one in rows if profile.method_rows.row(one)["name"] in names]
    return number
