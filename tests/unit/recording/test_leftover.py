"""Tests which directories of earlier sessions are removed, kept for recovery, or left alone."""

import os
import shutil
from pathlib import Path

from kpath_jvm.recording import session_directory as sessions
from kpath_jvm.recording.leftover import MOST_KEPT, clean, leftover
from kpath_jvm.recording.segment import Segment, write_template
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.records.record import write_record
from kpath_jvm.records.session import SessionRecord
from made_up_segments import MIB, NO_PROCESS, just_now, jvm_of, write_header


def test_only_dead_sessions_are_removed(contract: SegmentLayout, tmp_path: Path) -> None:
    dead = {"CONSUMER_PID": NO_PROCESS, "TARGET_PID": NO_PROCESS}
    cases = {
        "dead": dead,
        "consumer alive": {"TARGET_PID": NO_PROCESS},
        "target not there yet": {"CONSUMER_PID": NO_PROCESS, "CONSUMER_START": just_now()},
        "process id used again": {"CONSUMER_START": 1, "TARGET_PID": NO_PROCESS},
        "no segment of ours": {**dead, "MAGIC": 7},
        "without a consumer": {"CONSUMER_PID": 0, "TARGET_PID": NO_PROCESS},
    }
    directories = {}
    for name, fields in cases.items():
        directory = sessions.SessionDirectory.create(tmp_path)
        Segment.create(directory.segment, contract, 2 * MIB).close()
        write_header(directory.segment, contract, **fields)
        directories[name] = directory.path
    (tmp_path / "kpath-link").symlink_to(directories["dead"])
    (tmp_path / "kpath-empty").mkdir()
    removed, kept = clean(tmp_path, contract)
    assert sorted(removed) == sorted([directories["dead"], directories["process id used again"]])
    assert kept == []
    # A change of the clock can make a new directory seem very old, or seem to come from the
    # future.
    waiting = directories["target not there yet"]
    for moment in (0, 2**32):
        os.utime(waiting, (moment, moment))
        assert clean(tmp_path, contract) == ([], [])
    write_header(waiting / "segment", contract, CONSUMER_START=2**62)
    assert clean(tmp_path, contract) == ([waiting], [])


def test_attach_targets_are_awaited_only_briefly(contract: SegmentLayout, tmp_path: Path) -> None:
    started = just_now() - 60 * os.sysconf("SC_CLK_TCK")
    directories = {}
    for attach in (True, False):
        directory = sessions.SessionDirectory.create(tmp_path)
        record = SessionRecord(
            command=("java", "Main"), k=4, started="2026-01-01T00:00:00+00:00",
            engine_memory=None, journals="/nowhere", stream=None, workload=None, attach=attach,
        )  # fmt: skip
        write_record(directory.session_file, record)
        Segment.create(directory.segment, contract, 2 * MIB).close()
        write_header(
            directory.segment, contract, CONSUMER_PID=NO_PROCESS, CONSUMER_START=just_now()
        )
        directories[attach] = directory
    # kpath-jvm was killed only just now, so the target may be about to load the agent.
    assert clean(tmp_path, contract) == ([], [])
    for directory in directories.values():
        write_header(directory.segment, contract, CONSUMER_START=started)
    left = leftover(directories[True], contract)
    assert left is not None
    assert (left.target_alive, left.is_recoverable) == (False, False)
    assert leftover(directories[False], contract) is None
    assert clean(tmp_path, contract) == ([directories[True].path], [])


def test_a_directory_of_a_living_target_is_left_alone(
    contract: SegmentLayout, tmp_path: Path
) -> None:
    directory = sessions.SessionDirectory.create(tmp_path)
    dead_consumer = {"CONSUMER_PID": NO_PROCESS, "TARGET_PID": os.getpid()}
    with Segment.create(directory.segment, contract, 2 * MIB) as segment:
        for name, value in dead_consumer.items():
            contract.header[name].write(segment._mapped, value)
        assert clean(tmp_path, contract) == ([], [])
    # This process no longer maps the segment, so it is taken for another process that has got the
    # target's process id.
    write_header(directory.segment, contract, **dead_consumer)
    assert clean(tmp_path, contract) == ([directory.path], [])


def test_the_newest_recoverable_recordings_are_kept(
    contract: SegmentLayout, tmp_path: Path
) -> None:
    made = []
    for age in range(MOST_KEPT + 2):
        directory = sessions.SessionDirectory.create(tmp_path)
        Segment.create(directory.segment, contract, 2 * MIB).close()
        dead = {"CONSUMER_PID": NO_PROCESS, "TARGET_PID": NO_PROCESS}
        write_header(directory.segment, contract, **dead)
        directory.methods.write_text("{}")
        os.utime(directory.path, (1e9 - age, 1e9 - age))
        made.append(directory)
    removed, kept = clean(tmp_path, contract)
    assert [left.directory for left in kept] == made[:MOST_KEPT]
    assert sorted(removed) == sorted(directory.path for directory in made[MOST_KEPT:])


def test_a_session_is_kept_while_one_of_its_jvms_needs_it(
    contract: SegmentLayout, tmp_path: Path
) -> None:
    session = sessions.SessionDirectory.create(tmp_path)
    write_template(session.segment, contract, 2 * MIB)
    dead = {"CONSUMER_PID": NO_PROCESS, "TARGET_PID": NO_PROCESS}
    segment = jvm_of(session, contract, **dead)
    (segment.parent / "methods.jsonl").write_text("{}")
    assert clean(tmp_path, contract) == ([], [])
    write_header(session.segment, contract, CONSUMER_PID=NO_PROCESS)
    removed, (kept,) = clean(tmp_path, contract)
    assert (removed, kept.directory, kept.target_pid) == ([], session, NO_PROCESS)
    assert MIB < kept.allocated_bytes() < 4 * MIB

    # Another JVM, which kpath-jvm had released, is still running, and has its segment mapped.
    living = jvm_of(session, contract, CONSUMER_PID=0, TARGET_PID=os.getpid())
    with Segment.open(living, contract):
        left = leftover(session, contract)
        assert left is not None
        assert (left.target_pid, left.target_alive) == (os.getpid(), True)
        assert clean(tmp_path, contract) == ([], [])
    shutil.rmtree(segment.parent)
    # The remaining JVM has no methods.jsonl, so there is nothing to recover.
    assert clean(tmp_path, contract) == ([session.path], [])
    assert list(tmp_path.iterdir()) == []


def test_a_session_with_profiles_of_ended_jvms_is_kept(
    contract: SegmentLayout, tmp_path: Path
) -> None:
    session = sessions.SessionDirectory.create(tmp_path)
    write_template(session.segment, contract, 2 * MIB)
    write_header(session.segment, contract, CONSUMER_PID=NO_PROCESS, CONSUMER_START=just_now())
    # The session's first JVM may be about to start.
    assert clean(tmp_path, contract) == ([], [])
    assert session.create_journals() is not None
    (session.jvm_profiles / ".half.new").mkdir(parents=True)
    assert clean(tmp_path, contract) == ([], [])
    (session.jvm_profiles / "Main-7.kpath").mkdir()
    removed, (kept,) = clean(tmp_path, contract)
    assert (removed, kept.directory, kept.jvms) == ([], session, ())
    assert kept.is_recoverable
    shutil.rmtree(session.jvm_profiles)
    write_header(session.segment, contract, CONSUMER_START=2**62)
    assert clean(tmp_path, contract) == ([session.path], [])
