"""Each path of a random condition is reported with its evaluated operands and their outcomes."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from decisions.notes import expected, told
from decisions.random_conditions import program, random_method, random_state
from kpath_command import ensure_jars, run
from kpath_jvm import branches
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.annotation import SourceTexts
from oracle.harness import compile_java, find_java_homes

#: The number of methods of a program, for fast and for slow tests.
FEW, MANY = 40, 120
STATES = 25


@pytest.mark.parametrize(
    ("seed", "number", "options"),
    [
        (1, FEW, []),
        pytest.param(2, FEW, ["-g:lines,source"], id="no-names"),
        pytest.param(1, MANY, [], marks=pytest.mark.slow),
        pytest.param(2, MANY, ["-g:lines,source"], marks=pytest.mark.slow),
        pytest.param(3, MANY, ["-g:lines,source", "--release", "8"], marks=pytest.mark.slow),
        pytest.param(4, MANY, [], marks=pytest.mark.slow),
    ],
)
def test_evaluated_operands_are_reported(
    seed: int, number: int, options: list[str], tmp_path: Path
) -> None:
    ensure_jars()
    random = Random(seed)
    methods = [random_method(random, one) for one in range(number)]
    states = [random_state(random) for _ in range(STATES)]
    (tmp_path / "Conditions.java").write_text(program(methods, states))
    homes = find_java_homes()
    home = homes[-1] if seed == 4 else homes[0]
    compile_java([tmp_path / "Conditions.java"], tmp_path, *options, java_home=home)
    java = str(home / "bin" / "java")
    done = run(
        "run", "-k", "1", "--max-paths", "1000000", "-o", "c.kpath",
        "--", java, "-cp", ".", "Conditions",
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()

    profile = Profile.open(tmp_path / "c.kpath")
    sources = SourceTexts([tmp_path])
    wrong = {}
    for method in methods:
        due = expected(method.paths, states)
        found, _ = told(profile, sources, profile.find_method(f"Conditions.{method.name}"))
        if found != due:
            wrong[method.java] = (found - due, due - found)
        outcomes: Counter[str] = Counter()
        for path, times in due.items():
            for text in path:
                outcomes[text] += times
        assert _outcomes(profile, tmp_path, method.name) == outcomes, method.java
    assert wrong == {}, "\n".join(f"{java}{differ}" for java, differ in list(wrong.items())[:3])


def _outcomes(profile: Profile, root: Path, name: str) -> Counter[str]:
    """Returns how often each operand had each outcome, summed over operands with the same text."""
    table = branches(profile, f"Conditions.{name}", [root])
    texts = table["question"] + ": " + table["answer"]
    counts = table.assign(text=texts).groupby("text")["count"].sum()
    return +Counter(counts.to_dict())
