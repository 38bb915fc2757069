"""Tests how perf's counters are read, and what is reported if counters are missing."""

import os
import subprocess
from pathlib import Path

import pytest

from kpath_jvm.cli.doctor import _hardware_counters
from kpath_jvm.evaluation.experiments.trials.hardware_counters import (
    EVENTS,
    HardwareCounters,
    counted,
    read,
    why_not,
)

COUNTS = (3_000, 2_000, 800, 40, 30, 6)


def lines(*counts: object, share: str = "100.00", modifier: str = "") -> str:
    told = zip(counts, EVENTS, strict=True)
    header = "# started on Sat Nov 21 20:47:45 2026\n\n"
    return header + "".join(
        f"{count},,{name}{modifier},1200345,{share},,\n" for count, name in told
    )


@pytest.fixture
def perf(tmp_path: Path) -> Path:
    """Makes a script that takes the place of perf.

    The script runs the command after ``--``, and copies the file ``told`` to the file that ``-o``
    names. If there is a file ``fails``, the script fails instead.
    """
    script = tmp_path / "perf"
    script.write_text(
        "#!/bin/sh\n"
        f"echo \"$@\" > '{tmp_path}/arguments'\n"
        'shift 3; test "$1" = -o || exit 9; out=$2\n'
        f"test -f '{tmp_path}/fails' && {{ echo; echo 'No permission to count.' >&2; exit 255; }}\n"
        'while test "$1" != --; do shift; done; shift\n'
        f'"$@"; status=$?; cp \'{tmp_path}/told\' "$out"; exit $status\n'
    )
    script.chmod(0o755)
    (tmp_path / "told").write_text(lines(*COUNTS))
    return script


def test_counters_are_read(perf: Path, tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())
    assert why_not(tmp_path, str(perf)) is None
    assert set(tmp_path.iterdir()) == before | {tmp_path / "arguments"}
    file = tmp_path / "c.csv"
    command = counted(["sh", "-c", "echo out; exit 7"], file, str(perf))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (7, "out\n", "")
    assert f"-e {','.join(EVENTS)} --" in (tmp_path / "arguments").read_text()
    counters = read(file)
    assert isinstance(counters, HardwareCounters)
    assert dict(counters.counts) == dict(zip(EVENTS, COUNTS, strict=True))
    assert counters.cycles_per_instruction == 1.5
    assert counters.l1_miss_rate == 0.05
    assert counters.last_level_miss_rate == 0.2
    assert counters.running_share == 1


def test_counters_of_0_give_no_ratios(tmp_path: Path) -> None:
    file = tmp_path / "c.csv"
    file.write_text(lines(0, 0, 0, 0, 0, 0, share="66.67", modifier=":u"))
    counters = read(file)
    assert isinstance(counters, HardwareCounters)
    assert counters.cycles_per_instruction is None
    assert counters.l1_miss_rate is None
    assert counters.last_level_miss_rate is None
    assert counters.running_share == pytest.approx(0.6667)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (lines(1, "<not supported>", 3, 4, 5, 6), "doesn't count instructions: not supported"),
        (lines(1, 2, 3, 4, 5, "<not counted>"), "doesn't count LLC-load-misses: not counted"),
        (lines(1, "much", 3, 4, 5, 6), "can't be read: much,,instructions"),
        (lines(*COUNTS).replace("LLC-loads", "other"), "printed no value of LLC-loads"),
        ("", "printed no value of cycles, "),
    ],
)
def test_why_not_says_what_is_wrong_with_perf_s_output(
    perf: Path, tmp_path: Path, told: str, reason: str
) -> None:
    (tmp_path / "told").write_text(told)
    assert reason in str(why_not(tmp_path, str(perf)))
    assert "\n" not in str(why_not(tmp_path, str(perf)))


def test_a_missing_or_failing_perf_is_reported(perf: Path, tmp_path: Path) -> None:
    (tmp_path / "fails").touch()
    assert "perf stat fails: No permission to count." in str(why_not(tmp_path, str(perf)))
    assert why_not(tmp_path, "no-such-perf") == "there is no program no-such-perf"
    with pytest.raises(FileNotFoundError):
        counted(["true"], tmp_path / "c.csv", str(tmp_path))
    assert "has left no counters" in str(read(tmp_path / "absent.csv"))
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in str(read(tmp_path / "pipe"))


def test_doctor_reports_what_figure_10_can_show(
    perf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    there = _hardware_counters()
    assert (there.remedy, there.found.endswith("figure 10 shows them")) == (None, True)
    (tmp_path / "told").write_text(lines("<not supported>", 2, 3, 4, 5, 6))
    missing = _hardware_counters()
    assert missing.found == "this machine doesn't count cycles: not supported"
    (tmp_path / "fails").touch()
    forbidden = _hardware_counters()
    assert "No permission to count." in forbidden.found
    assert "perf_event_paranoid" in str(forbidden.remedy)
    perf.unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    absent = _hardware_counters()
    assert absent.found == "there is no program perf"
    assert str(absent.remedy).startswith("install the perf")
    for check in (missing, forbidden, absent):
        assert not check.is_needed
        assert str(check.remedy).endswith("figure 10 shows simulated caches, and no CPI")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    assert "TMPDIR" in str(_hardware_counters().remedy)


def test_why_not_returns_none_or_one_line_on_this_machine(tmp_path: Path) -> None:
    answer = why_not(tmp_path)
    assert answer is None or (answer and "\n" not in answer)
    assert list(tmp_path.iterdir()) == []
