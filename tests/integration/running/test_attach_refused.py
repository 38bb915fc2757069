"""If ``kpath-jvm attach`` can't record a JVM, it prints one line, and the program goes on."""

from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import on_the_newest, on_the_oldest
from served import Attached, Served


@on_the_newest
def test_a_second_recorder_is_refused_before_it_has_done_anything(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    place = ("--segment-dir", str(segments))
    first = Attached(target, tmp_path, "-o", "1.kpath", *place)
    done = kpath.run("attach", str(target.pid), *place, directory=tmp_path)
    kpath.check_one_line(done, "recorded already, by process", f"ctl {target.pid} dump")
    assert target.ask("late") == "45"
    assert first.end() == 0


@on_the_oldest
@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ["--include", "Nobody"],
            "has loaded no class that matches --include Nobody; write a class",
        ),
        (["--exclude", "Served"], "that isn't the JDK's and isn't left out by --exclude Served"),
    ],
)
def test_patterns_that_leave_no_loaded_class_give_one_line(
    target: Served, tmp_path: Path, segments: Path, options: list[str], told: str
) -> None:
    done = kpath.run(
        "attach", str(target.pid), "-q", "-d", "0.1", *options, "--segment-dir", str(segments),
        directory=tmp_path,
    )  # fmt: skip
    kpath.check_one_line(done, f"no profile: process {target.pid} has loaded no class", told)
    assert target.ask("late") == "45"


@on_the_newest
def test_the_message_about_a_thread_id_names_the_process(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    # The first thread is the launcher's. The second runs main until the program ends. Later threads
    # may have ended.
    tasks = [int(one.name) for one in Path(f"/proc/{target.pid}/task").iterdir()]
    thread = min(task for task in tasks if task != target.pid)
    done = kpath.run(
        "attach", str(thread), "-q", "--segment-dir", str(segments), directory=tmp_path
    )
    kpath.check_one_line(done, f"{thread} is a thread of process {target.pid}")
