"""Runs `kpath-jvm reproduce` as users do: kills it, runs it again, and passes wrong options."""

import json
import signal
from pathlib import Path

import pytest

from builders.waiting import LIMIT_SECONDS, wait_for
from kpath_command import check_one_line, ensure_jars, run, start
from kpath_jvm.evaluation.results.tables import read_table

ASKED = ("reproduce", "--quick", "--only", "series", "--figures", "8,9", "-o", "out")
CHARTS = ("figure08", "figure08-overhead", "figure08-packed", "figure09", "figure09-law")


def recorded(out: Path) -> dict[str, int]:
    """Returns the files of finished recorded runs, with the times at which they were written."""
    return {str(path): path.stat().st_mtime_ns for path in out.glob("structure/*/structure.json")}


def trials(out: Path) -> dict[str, int]:
    """Returns the files of finished trials, with the times at which they were written."""
    return {str(path): path.stat().st_mtime_ns for path in out.glob("trials/*/trial.json")}


@pytest.fixture(scope="module")
def before(out: Path) -> dict[str, int]:
    """Kills a run, and then runs the same command to the end.

    Returns the files that the killed run had finished, with the times at which they were written.
    """
    ensure_jars()
    process = start(*ASKED, directory=out.parent)
    wait_for(
        lambda: len(trials(out)) >= 2 and [*out.glob("structure/*/structure.json")],
        "two trials and a recorded run are finished",
    )
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=LIMIT_SECONDS)
    left = trials(out) | recorded(out)
    assert len(recorded(out)) == 1
    done = run(*ASKED, directory=out.parent)
    assert done.returncode == 0, done.stderr
    return left


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reproduce") / "out"


@pytest.mark.slow
class TestAKilledRun:
    """The run is killed when two trials and the recorded run exist, and then started again."""

    def test_finished_trials_are_not_repeated(self, out: Path, before: dict[str, int]) -> None:
        assert before.items() <= (trials(out) | recorded(out)).items()

    @pytest.mark.usefixtures("before")
    def test_missing_trials_are_run(self, out: Path) -> None:
        # The trials are native, BLPP, k-BLPP with three values of k, and packed k-BLPP, each three
        # times.
        assert len(trials(out)) == 18
        assert set(read_table(out, "trials")["status"]) == {"ok"}
        assert len(read_table(out, "structure")) == 7

    @pytest.mark.usefixtures("before")
    def test_charts_are_drawn_or_have_a_reason(self, out: Path) -> None:
        for chart in CHARTS:
            for kind in ("png", "svg", "pdf", "csv"):
                assert (out / "figures" / f"{chart}.{kind}").stat().st_size > 100
        listed = json.loads((out / "figures" / "figures.json").read_text("utf-8"))
        assert {one["name"] for one in listed if one["drawn"]} == set(CHARTS)
        # Quick mode doesn't run array BLPP on series, so the chart that needs it isn't drawn.
        reasons = {one["name"]: one["reason"] for one in listed if not one["drawn"]}
        assert reasons.keys() == {"figure08-array"}
        assert "no ratio of timed_wall to blpp-array" in reasons["figure08-array"]

    @pytest.mark.usefixtures("before")
    def test_trends_and_the_report_are_written(self, out: Path) -> None:
        assert (out / "trends.csv").stat().st_size > 100
        report = (out / "report.html").read_text("utf-8")
        assert "Figure 9" in report
        assert "stand-in" in report

    @pytest.mark.usefixtures("before")
    def test_a_third_run_has_nothing_to_do(self, out: Path) -> None:
        finished = trials(out)
        again = run(*ASKED, directory=out.parent)
        assert b"0 runs done" in again.stderr
        assert trials(out) == finished


@pytest.mark.parametrize(
    ("options", "told", "status"),
    [
        ("--quick --paper", "--quick and --paper exclude each other", 2),
        ("--only eclipze", "did you mean eclipse?", 2),
        ("--only ,", "names nothing", 2),
        ("--of talam", "no paper 'talam'; did you mean tallam?", 2),
        ("--of tallam --figures 8", "have no figure in common; give one of them", 2),
        ("--figures 15", "no figure '15'; there are: ball-larus-", 2),
        ("--budget 0", "'--budget': 0.0 is not in the range x>0", 2),
        ("--dacapo-jar /etc/passwd", "/etc/passwd is not a jar", 125),
    ],
)
def test_wrong_options_get_one_line(tmp_path: Path, options: str, told: str, status: int) -> None:
    done = run("reproduce", "-o", "out", *options.split(), directory=tmp_path)
    check_one_line(done, told, status=status)
    assert not (tmp_path / "out").exists()
