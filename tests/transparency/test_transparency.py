"""Runs a part of the transparency check; ``tests/transparency/check.py`` runs all of it."""

from pathlib import Path

import pytest

from kpath_command import ensure_jars
from oracle.harness import default_java_home
from transparency import check
from transparency.comparison import Comparison, markdown
from transparency.suites import Outcomes, read_libraries, read_reports

REPORT = """<testsuite>
<testcase name="a"><system-out>x
unique-id: one
</system-out></testcase>
<testcase name="b"><failure/><system-out>unique-id: two</system-out></testcase>
<testcase name="c"><skipped/><system-out>unique-id: three</system-out></testcase>
</testsuite>
"""
EXACT = {"completeness": {"verdict": "exact"}, "events": 5, "lost_events": 0}


@pytest.mark.slow
def test_a_part_of_commons_codec_has_the_same_outcomes_under_the_profiler() -> None:
    ensure_jars()
    package = read_libraries()["commons-codec"].small
    comparison = check.compare("commons-codec", default_java_home(), package)
    assert comparison.is_clean(), comparison.summary()
    assert comparison.native["passed"] > 100


def test_outcomes_are_read_from_reports(tmp_path: Path) -> None:
    (tmp_path / "TEST-x.xml").write_text(REPORT, "utf-8")
    assert read_reports(tmp_path) == {"one": "passed", "two": "failed", "three": "skipped"}


def test_a_difference_is_reported() -> None:
    native = Outcomes({"one": "passed", "two": "passed", "three": "passed"}, 0)
    again = Outcomes({"one": "passed", "two": "failed", "three": "passed"}, 1)
    profiled = Outcomes({"one": "failed", "two": "failed"}, 1, EXACT)
    with_agent = Outcomes({"one": "passed", "two": "failed", "four": "passed"}, 1)
    library = read_libraries()["commons-codec"]
    comparison = Comparison.of(library, 17, (native, again), profiled, with_agent)
    assert comparison.flaky == ("two",)
    assert comparison.differences == (
        ("four", "absent", "absent", "passed"),
        ("one", "passed", "failed", "passed"),
        ("three", "passed", "absent", "absent"),
    )
    assert not comparison.is_clean()
    assert "one: native passed, profiled failed" in comparison.summary()
    row = "| 3 | 3 / 0 / 0 | 0 / 2 / 0 | 2 / 1 / 0 | 3 | 1 | exact |"
    assert row in markdown([comparison])
