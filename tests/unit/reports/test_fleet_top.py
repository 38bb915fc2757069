"""Tests the text of ``fleet top``."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from kpath_jvm.reports.fleet_top import renderables
from kpath_jvm.reports.output import write

ROW: dict[str, Any] = {
    "class_name": "demo/Work", "method": "run", "descriptor": "(I)V", "class_files": 1,
    "runs": 3, "first_day": "2026-11-01", "last_day": "2026-11-03",
    "completions": 1234, "bytecodes": 3000, "share": 0.75, "share_where_run": 0.75,
}  # fmt: skip
DAYS = ("2026-11-01", "2026-11-03")
FIRST = (
    "3 profiles, 2026-11-01 to 2026-11-03; 4,000 bytecodes of recorded code (the JDK isn't "
    "recorded unless --include names it)"
)
LAST = "bytecodes: of the method's own code, without what it calls; the sum of all these profiles"


def lines(rows: Sequence[Mapping[str, Any]], width: int = 140) -> list[str]:
    stream = io.StringIO()
    write(stream, width, *renderables(rows, 3, DAYS, 4000))
    return stream.getvalue().splitlines()


def test_what_all_rows_have_in_common_is_in_the_first_line() -> None:
    assert lines([ROW]) == [
        FIRST,
        f"{'':30}path",
        "     share  bytecodes  completions  method",
        "1  75.00 %      3,000        1,234  Work.run(int)  demo",
        LAST,
    ]


def test_rows_show_in_which_profiles_a_method_ran() -> None:
    new = ROW | {"method": "new", "runs": 1, "first_day": "2026-11-03", "bytecodes": 1000,
                 "share": 0.25, "share_where_run": 0.5}  # fmt: skip
    assert lines([ROW | {"class_files": 2}, new]) == [
        FIRST,
        f"{'':30}path  class",
        "     share  bytecodes  completions  files  method",
        "1  75.00 %      3,000        1,234      2  Work.run(int)  demo",
        "2  25.00 %      1,000        1,234      1  Work.new(int)  demo",
        f"{'':43}ran in 1 of 3 profiles (2026-11-03): 50.00 % of their bytecodes",
        LAST,
    ]


def test_paths_are_named_by_their_blocks_and_names_are_printable() -> None:
    path = ROW | {"starts": "entry", "ends": "loop\x1b", "blocks": "0-1", "method": "a\x1b"}
    told = lines([path])
    assert told[2].split() == ["share", "bytecodes", "completions", "path"]
    assert told[4].split("; ")[:2] == [" " * 36 + "starts: entry", "blocks: 0-1"]
    assert not any("\x1b" in line for line in told)


@pytest.mark.parametrize("width", [80, 110])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    wide = ROW | {"method": "a" * 50 + "B" * 50, "class_name": "x/" * 40 + "C", "runs": 1,
                  "class_files": 1, "descriptor": f"({'Ljava/lang/String;' * 8})V"}  # fmt: skip
    told = lines([wide, ROW | {"class_files": 2}], width)
    assert max(map(len, told)) <= width
    assert ("1,234 path completions, 1 class file" in " ".join(told)) == (width < 100)
