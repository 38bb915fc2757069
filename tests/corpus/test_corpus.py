"""Runs the small corpus check; ``tests/corpus/check.py`` runs the full one."""

from pathlib import Path

import pytest

from builders.turns import on_every_jdk
from corpus import check
from corpus.corpus import read_jars
from corpus.table import faults, markdown, total


def test_the_list_has_many_different_jars() -> None:
    jars = read_jars()
    assert len(jars) >= 15
    assert len({jar.artifact.file_name for jar in jars}) == len(jars)


@pytest.mark.slow
@on_every_jdk
def test_the_small_corpus_has_no_faults(home: Path) -> None:
    jars = [jar for jar in read_jars() if jar.small]
    rows = check.check(home, jars, small=True, with_jdk=True)
    assert faults(rows[:-1]) == []
    everything = rows[-1]
    assert (
        everything["instrumented"] + sum(everything["left_out"].values()) == (everything["methods"])
    )
    assert everything["subroutines"] > 50
    assert everything["irreducible"] > 50
    assert everything["linked"] > 0.99 * everything["classes"]


def test_faults_are_reported() -> None:
    row = {
        "name": "x", "classes": 2, "verified_by_asm": 1, "linked": 2,
        "paths_max": 1, "paths_sum": 1, "bytes_before": 1, "bytes_after": 2,
        "bytes_predicted": 2, "most_surplus": 0,
        "versions": {"52": 2}, "modes": {}, "rungs": {}, "left_out": {},
        "faults": ["C: wrong"], "notes": [],
    }  # fmt: skip
    assert faults([row]) == ["x: C: wrong", "x: 2 classes, 1 seen by ASM"]
    assert "| x | 52 | 2 |" in markdown([total("x", [row])])
    unlinked = {**row, "verified_by_asm": 2, "linked": 1, "faults": []}
    assert faults([unlinked]) == ["x: 2 classes, 1 link outcomes"]


def test_an_unknown_jar_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["--only", "nothing-like-it"]) == 2
    assert "no jar is named nothing-like-it" in capsys.readouterr().err
