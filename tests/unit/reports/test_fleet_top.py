"""Tests the text of ``fleet top``."""

from typing import Any

from kpath_jvm.reports.fleet_top import lines

ROW: dict[str, Any] = {
    "class_name": "demo/Work", "method": "run", "descriptor": "(I)V", "class_files": 1,
    "runs": 3, "first_day": "2026-11-01", "last_day": "2026-11-03",
    "completions": 1234, "bytecodes": 3000, "share": 0.75,
}  # fmt: skip
DAYS = ("2026-11-01", "2026-11-03")
FIRST = (
    "3 profiles, 2026-11-01 to 2026-11-03; 4,000 bytecodes of recorded code (the JDK isn't "
    "recorded unless --include names it)"
)
LAST = "bytecodes: of the method's own code, without what it calls; the sum of all these profiles"


def test_what_all_rows_have_in_common_is_in_the_first_line() -> None:
    assert [*lines([ROW], 3, DAYS, 4000)] == [
        FIRST,
        "method              path completions  bytecodes    share",
        "demo.Work.run(int)             1,234      3,000  75.00 %",
        LAST,
    ]


def test_rows_show_in_which_profiles_a_method_ran() -> None:
    new = ROW | {"method": "new", "runs": 1, "first_day": "2026-11-03", "bytecodes": 1000,
                 "share": 0.25}  # fmt: skip
    assert [*lines([ROW | {"class_files": 2}, new], 3, DAYS, 4000)] == [
        FIRST,
        "method              class files  profiles  days                      path completions  "
        "bytecodes    share",
        "demo.Work.run(int)            2         3  2026-11-01 to 2026-11-03             1,234  "
        "    3,000  75.00 %",
        "demo.Work.new(int)            1         1  2026-11-03                           1,234  "
        "    1,000  25.00 %",
        LAST,
    ]


def test_paths_are_named_by_their_blocks_and_names_are_printable() -> None:
    path = ROW | {"starts": "entry", "ends": "loop", "blocks": "0-1", "method": "a\x1b"}
    told = [*lines([path], 3, DAYS, 4000)]
    assert told[1].split()[:4] == ["method", "starts", "blocks", "ends"]
    assert told[2].split()[1:4] == ["entry", "0-1", "loop"]
    assert not any("\x1b" in line for line in told)
