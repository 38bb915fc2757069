"""Tests the rows of a difference that need more than one change's own figures."""

from pathlib import Path

from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.reports.diff.rows import Rows

#: Block 4 is followed by a new question, in block 5, and 8 is the former block 5.
ASKED = ((1,), (2, 9), (3, 4), (8,), (5,), (6, 7), (8,), (8,), (1,), ())


def test_a_path_that_stands_for_several_has_only_what_all_of_them_decide(tmp_path: Path) -> None:
    base = versions_profile(tmp_path, "base", Version().walked(*[LEFT, LEFT, RIGHT] * 9))
    ways = [(1, 2, 4, 5, 6, 8), (1, 2, 4, 5, 7, 8)]
    new = versions_profile(tmp_path, "new", Version(ASKED, digest="x").walked(*ways * 9))
    found = difference(Side([base]), Side([new]))
    rows = [Rows().sequence(change) for change in found.sequences if change.of == "new"]
    several = [path for row in rows for path in row["named"] if path["counted_with"] > 1]
    assert several
    # The question of block 5 is asked on the new side alone, and answered in both ways.
    assert all("x5" not in text for path in several for text in path["decisions"])
    assert {path["counted_with"] for path in several} == {2}
