"""Each path of a random Kotlin condition is reported with its questions and their outcomes."""

from pathlib import Path
from random import Random

import pytest

from decisions.kotlin_conditions import program, random_function
from decisions.kotlin_operands import random_state
from decisions.notes import expected, told
from kotlin_compiler import compile_kotlin
from kpath_command import ensure_jars, run
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.annotation import SourceTexts
from oracle.harness import find_java_homes

FUNCTIONS = 100
STATES = 20
#: kotlinc leaves out a test if it knows the value's type, or whether the value is null. The source
#: doesn't show which tests are left out, so the function isn't matched.
MOST_UNMATCHED = FUNCTIONS // 10

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("seed", "version"), [(1, "1.9"), (2, "2.1")])
def test_asked_questions_are_reported(seed: int, version: str, tmp_path: Path) -> None:
    ensure_jars()
    random = Random(seed)
    functions = [random_function(random, number) for number in range(FUNCTIONS)]
    states = [random_state(random) for _ in range(STATES)]
    (tmp_path / "Conditions.kt").write_text(program(functions, states))
    class_path = compile_kotlin(tmp_path / "Conditions.kt", tmp_path / "classes", version)
    java = str(find_java_homes()[0] / "bin" / "java")
    done = run(
        "run", "-k", "1", "--max-paths", "1000000", "-o", "c.kpath",
        "--", java, "-cp", class_path, "made.ConditionsKt",
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()

    profile = Profile.open(tmp_path / "c.kpath")
    sources = SourceTexts([tmp_path])
    unmatched = []
    for function in functions:
        number = profile.find_method(f"ConditionsKt.{function.name}")
        found, is_matched = told(profile, sources, number)
        # A function has no decisions if the compiler knows all outcomes in advance.
        if is_matched and any(found):
            assert found == expected(function.paths, states), function.kotlin
        else:
            unmatched.append(function.kotlin)
    assert len(unmatched) <= MOST_UNMATCHED, "\n".join(unmatched)
