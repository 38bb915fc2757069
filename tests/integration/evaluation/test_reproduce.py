"""`kpath-jvm reproduce` as a user runs it: killed half-way, finished, drawn; and asked wrongly."""

import json
import signal
from pathlib import Path

import pytest

from kpath_command import check_one_line, ensure_jars, run, start, wait_for
from kpath_jvm.evaluation.results.tables import read_table

ASKED = ("reproduce", "--quick", "--only", "series", "--figures", "8,9", "-o", "out")
CHARTS = ("figure08", "figure08-overhead", "figure09", "figure09-law")


def trials(out: Path) -> dict[str, int]:
    """The files of finished trials, and when they were written."""
    return {str(path): path.stat().st_mtime_ns for path in out.glob("trials/*/trial.json")}


def test_what_was_killed_is_finished_and_nothing_done_twice(tmp_path: Path) -> None:
    ensure_jars()
    out = tmp_path / "out"
    process = start(*ASKED, directory=tmp_path)
    wait_for(lambda: len(trials(out)) >= 2 and [*out.glob("structure/*/structure.json")])
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=300)
    before = trials(out)
    (structure,) = out.glob("structure/*/structure.json")
    recorded = structure.stat().st_mtime_ns

    done = run(*ASKED, directory=tmp_path)
    assert done.returncode == 0, done.stderr
    after = trials(out)
    # native, BLPP and k-BLPP with three k, three times.
    assert len(after) == 15
    assert before.items() <= after.items()
    assert structure.stat().st_mtime_ns == recorded
    assert set(read_table(out, "trials")["status"]) == {"ok"}
    assert len(read_table(out, "structure")) == 7
    for chart in CHARTS:
        for kind in ("png", "svg", "pdf", "csv"):
            assert (out / "figures" / f"{chart}.{kind}").stat().st_size > 100
    listed = json.loads((out / "figures" / "figures.json").read_text("utf-8"))
    # One program has no array BLPP in quick: that chart is told with its reason.
    assert {one["name"] for one in listed if one["drawn"]} == set(CHARTS)
    assert (out / "trends.csv").stat().st_size > 100
    report = (out / "report.html").read_text("utf-8")
    assert "Figure 9" in report
    assert "stand-in" in report

    again = run(*ASKED, directory=tmp_path)
    assert b"0 runs now" in again.stderr
    assert trials(out) == after


@pytest.mark.parametrize(
    ("options", "told", "status"),
    [
        ("--quick --paper", "--quick and --paper exclude each other", 2),
        ("--only eclipze", "did you mean eclipse?", 2),
        ("--only ,", "names nothing", 2),
        ("--figures 15", "no figure '15'; there are: event-rate", 2),
        ("--budget 0", "'--budget': 0.0 is not in the range x>0", 2),
        ("--dacapo-jar /etc/passwd", "/etc/passwd is not a jar", 125),
    ],
)
def test_wrong_questions_get_one_line(tmp_path: Path, options: str, told: str, status: int) -> None:
    done = run("reproduce", "-o", "out", *options.split(), directory=tmp_path)
    check_one_line(done, told, status=status)
    assert not (tmp_path / "out").exists()
