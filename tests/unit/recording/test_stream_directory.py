"""Tests how directories of recorded streams are made, replaced and read."""

import json
import zlib
from pathlib import Path

import pytest
from msgspec.structs import replace as replace_fields

from builders.checked import write_sealed
from builders.recordings import ENVIRONMENT, session_document
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.stream_directory import (
    StreamDirectory,
    is_complete,
    read_stream,
    refuse_partial,
    require_whole_segment,
    session_of,
)
from kpath_jvm.records.record import plain
from kpath_jvm.records.stream import StreamRecord
from kpath_jvm.seals import sealed

RECORD = StreamRecord(
    started="2026-01-02T03:04:05+00:00",
    wall_seconds=1.5,
    exit_status=0,
    environment=ENVIRONMENT,
    version="0.1.0",
    events=7,
    threads=1,
    lost_events=0,
)
WRITTEN = {"kpath_stream": 3, **plain(RECORD)}


def stream_of(session: SessionDirectory) -> StreamDirectory:
    assert session.stream is not None
    return session.stream


def test_a_complete_stream_is_renamed(session: SessionDirectory, tmp_path: Path) -> None:
    stream = stream_of(session)
    stream.check(replace=False)
    stream.begin(session.path)
    assert stream.partial.stat().st_mode & 0o777 == 0o700
    assert session.create_journals() == tmp_path / "s.partial" / "journal"
    (session.journals / "journal-0").write_bytes(b"words")
    session.segment.write_bytes(b"head" + bytes(300_000))
    write_sealed(session.session_file, session_document(stream=str(stream.path)))
    assert SessionDirectory(session.path).with_stream() == session
    for name in ("s", "s.partial"):
        with pytest.raises(KpathError, match=f"kpath-jvm recover {session.path}"):
            refuse_partial(tmp_path / name)
    stream.complete([session.segment, session.agent_log], RECORD)
    assert sorted(path.name for path in stream.path.iterdir()) == [
        "journal", "segment", "stream.json",
    ]  # fmt: skip
    copy = stream.path / "segment"
    assert copy.read_bytes() == session.segment.read_bytes()
    assert copy.stat().st_blocks * 512 < 200_000
    checksum = f"{zlib.crc32(copy.read_bytes()):08x}"
    assert read_stream(stream.path) == replace_fields(RECORD, segment=checksum)
    # A complete stream doesn't belong to the session any more, so it stays when the session is
    # removed.
    assert SessionDirectory(session.path).with_stream().stream is None
    session.remove()
    assert is_complete(stream.path)
    with pytest.raises(KpathError, match="s exists; pass --force"):
        stream.check(replace=False)
    stream.check(replace=True)
    refuse_partial(stream.path)


def test_a_partial_stream_of_a_killed_run_may_be_replaced(
    session: SessionDirectory, tmp_path: Path
) -> None:
    stream = stream_of(session)
    stream.begin(session.path)
    for replace in (False, True):
        with pytest.raises(KpathError, match=f"wait for that run.*recover {session.path}"):
            stream.check(replace=replace)
    with pytest.raises(KpathError, match="cannot record to"):
        stream.begin(session.path)
    (session.path).rmdir()
    with pytest.raises(KpathError, match="is not complete: its run was killed; record again"):
        refuse_partial(tmp_path / "s")
    with pytest.raises(KpathError, match="remove it, pass --force"):
        stream.check(replace=False)
    stream.check(replace=True)
    other = SessionDirectory.create(session.path.parent, stream)
    stream.begin(other.path)
    assert session_of(stream.partial) == other.path
    other.remove()
    assert not stream.is_begun


def test_a_partial_directory_of_another_session_is_not_removed(
    session: SessionDirectory, tmp_path: Path
) -> None:
    """session.json may be damaged, and name any directory."""
    mine = tmp_path / "mine.partial"
    mine.mkdir()
    (mine / "session").write_text("/somewhere/else")
    for told in (str(tmp_path / "mine"), str(tmp_path / "absent"), "relative", 7, "/nul\0", None):
        write_sealed(session.session_file, session_document(stream=told))
        found = SessionDirectory(session.path).with_stream()
        assert found.stream is None
    session.remove()
    assert mine.is_dir()


def test_paths_that_cannot_become_streams_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path)
    for name in ("file", "link"):
        with pytest.raises(KpathError, match="is not a stream, so it is not replaced"):
            StreamDirectory(tmp_path / name).check(replace=True)
    with pytest.raises(KpathError, match="no directory"):
        StreamDirectory(tmp_path / "no" / "s").check(replace=False)
    (tmp_path / "s.partial").mkdir()
    with pytest.raises(KpathError, match=r"s.partial is in the way: remove it"):
        StreamDirectory(tmp_path / "s").check(replace=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot read .*stream.json: No such file"),
        ("{", "stream.json is not JSON"),
        ("[" * 100_000, "stream.json is not JSON"),
        ("[]", "stream.json is not a file of kpath-jvm: it has no kpath_stream"),
        (
            json.dumps(WRITTEN | {"kpath_stream": 2}),
            "has format version 2, but this kpath-jvm reads 3",
        ),
        (json.dumps(WRITTEN), "stream.json is damaged: it has lost its seal; record again"),
        (sealed(json.dumps(WRITTEN | {"events": "x"})).decode(), "has events = 'x': Expected `int"),
    ],
)
def test_an_invalid_stream_is_refused(tmp_path: Path, text: str | None, message: str) -> None:
    if text is not None:
        (tmp_path / "stream.json").write_text(text)
    with pytest.raises(KpathError, match=message) as caught:
        read_stream(tmp_path)
    assert "\n" not in str(caught.value)
    assert not is_complete(tmp_path)


def test_a_segment_that_has_changed_is_refused(session: SessionDirectory) -> None:
    stream = stream_of(session)
    stream.begin(session.path)
    session.segment.write_bytes(b"head" + bytes(300_000))
    stream.complete([session.segment], RECORD)
    record = read_stream(stream.path)
    require_whole_segment(stream.path, record)
    copy = stream.path / "segment"
    content = bytearray(copy.read_bytes())
    content[200_000] ^= 4
    copy.write_bytes(content)
    with pytest.raises(KpathError, match=r"s/segment is damaged: .*; record again"):
        require_whole_segment(stream.path, record)
    copy.unlink()
    with pytest.raises(KpathError, match=r"cannot read .*s/segment: .*; record again"):
        require_whole_segment(stream.path, record)
