"""A program counts how often its own loops and branches run; the profile must have these counts."""

from pathlib import Path

import pytest

import kpath_command as kpath
import kpath_jvm

SOURCES = Path(__file__).resolve().parent / "programs"
#: The method and depth of each loop, in the order of the numbers that the program prints.
LOOPS = [
    ("forLoop", 1), ("doLoop", 1), ("breaksAndContinues", 1), ("nested", 1), ("nested", 2),
    ("labelled", 1), ("labelled", 2), ("returns", 1), ("sticky", 1),
    ("breaksAtTheTop", 1), ("breaksInTheMiddle", 1),
]  # fmt: skip


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_the_profile_counts_what_the_program_does(classes: str, tmp_path: Path, cut: str) -> None:
    done = kpath.run(
        "run", "--no-report", "-k", "3", "--cut", cut, "-o", "self.kpath",
        "--", "java", "-cp", classes, "SelfCounting",
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *counted, table = [
        [int(word) for word in line.split()] for line in done.stdout.decode().splitlines()
    ]
    profile = kpath_jvm.Profile.open(tmp_path / "self.kpath")
    found = kpath_jvm.loops(profile)
    for (method, depth), (_, entries, iterations) in zip(LOOPS, counted, strict=True):
        is_it = found["title"].str.startswith(f"SelfCounting.{method}(") & (found["depth"] == depth)
        (row,) = found[is_it].itertuples()
        assert (row.entries, row.iterations, row.missing) == (entries, iterations, 0), method

    branches = kpath_jvm.branches(profile, "SelfCounting.sticky", [SOURCES])
    sides = branches[branches["question"] == "side"].set_index("answer")["count"]
    assert sides.sum() == counted[8][2]
    depends = kpath_jvm.dependences(
        profile, "SelfCounting.sticky", [SOURCES], k=2, least_count=1, least_explained=0.0
    )
    own = depends[
        (depends["question"] == "side")
        & (depends["given_question"] == "side")
        & (depends["iterations_ago"] == 1)
    ].set_index(["given_answer", "answer"])["count"]
    assert own.to_dict() == {
        ("no", "no"): table[0], ("no", "yes"): table[1],
        ("yes", "no"): table[2], ("yes", "yes"): table[3],
    }  # fmt: skip
