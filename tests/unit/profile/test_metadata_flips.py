"""Tests that a line of methods.jsonl with a flipped bit is left out, and that this is reported."""

import shutil
from pathlib import Path
from random import Random

import pytest

from builders.methods import entries_only
from builders.recordings import demo_recording, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile import metadata as reading
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.records.completeness import Cause, Verdict


def _recorded(directory: Path) -> Recorded:
    builder = demo_recording()
    entries = builder.add(entries_only())
    builder.auxiliary(entries, entries=3)
    return builder.build(directory)


def _profile(recorded: Recorded, directory: Path) -> Profile:
    target = directory / "p.kpath"
    shutil.rmtree(target, ignore_errors=True)
    write_profile(target, recorded, demo_run(identities=("0" * 32,)))
    return Profile.open(target)


def _content(profile: Profile) -> object:
    return profile.run.skipped, {name: profile.table(name) for name in SCHEMAS}


def _flipped(content: bytes, bit: int) -> bytes:
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_every_flipped_bit_is_noticed(tmp_path: Path) -> None:
    """No flip turns a line into another line that the reader accepts."""
    recorded = _recorded(tmp_path)
    content = recorded.methods_path.read_bytes()
    whole = reading.read_metadata(recorded.methods_path)
    lines = content.count(b"\n")
    assert (len(whole.methods) + len(whole.skipped), whole.damaged_lines) == (lines, [])
    ends = [at for at, byte in enumerate(content) if byte == ord("\n")]
    # Try all bits of checksums and line feeds, and 1,000 random bits.
    bits = [8 * at + bit for at in ends for bit in range(-8 * 20, 8)]
    bits += Random(1126).sample(range(8 * len(content)), 1_000)
    for bit in bits:
        recorded.methods_path.write_bytes(_flipped(content, bit))
        found = reading.read_metadata(recorded.methods_path)
        assert found.damaged_lines, bit
        assert all(method in whole.methods for method in found.methods), bit
        assert all(skipped in whole.skipped for skipped in found.skipped), bit
        # If a line feed's bit flips, the next line is lost, too.
        used = len(found.methods) + len(found.skipped)
        assert used >= lines - 2, bit


def test_a_profile_names_the_line_with_a_flipped_bit(tmp_path: Path) -> None:
    recorded = _recorded(tmp_path)
    content = recorded.methods_path.read_bytes()
    whole = _profile(recorded, tmp_path).completeness
    assert whole.is_exact
    for bit in range(77, 8 * len(content), 4_001):
        recorded.methods_path.write_bytes(_flipped(content, bit))
        found = _profile(recorded, tmp_path).completeness
        line = content[: bit // 8].count(b"\n") + 1
        assert found.verdict is Verdict.LOWER_BOUNDS, bit
        assert found.has(Cause.UNREADABLE_METADATA), bit
        assert f"line {line} of {recorded.methods_path} is damaged" in found.text, bit
        assert "; record again" in found.text, bit


def test_without_checksums_a_flip_can_change_the_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shows that the tests above can fail."""
    recorded = _recorded(tmp_path)
    content = recorded.methods_path.read_bytes()
    whole = _content(_profile(recorded, tmp_path))
    monkeypatch.setattr("kpath_jvm.checked_lines.is_whole", lambda _: True)
    # The bit is in a letter of a class's name.
    place = content.index(b"demo/Figure3") + 5
    recorded.methods_path.write_bytes(_flipped(content, 8 * place))
    found = _profile(recorded, tmp_path)
    assert found.completeness.is_exact
    assert _content(found) != whole


@pytest.mark.parametrize(
    ("number", "completions"),
    [(1, "1 path completion"), (2, "2 path completions"), (10_002, "10,002 path completions")],
)
def test_completions_without_metadata_are_counted(
    tmp_path: Path, number: int, completions: str
) -> None:
    path = tmp_path / "methods.jsonl"
    path.touch()
    (fact,) = reading.metadata_facts(reading.read_metadata(path), number)
    assert fact.figure == number
    assert fact.text == f"{completions} of methods without metadata"


def test_only_the_first_damaged_lines_are_named(tmp_path: Path) -> None:
    path = tmp_path / "methods.jsonl"
    path.write_text("{}\n" * 5)
    (fact,) = reading.metadata_facts(reading.read_metadata(path))
    assert fact.figure == 5
    assert fact.text == (
        f"lines 1, 2, 3 and 2 more of {path} are damaged, so what they describe is left out; "
        "record again"
    )
