"""Tests how samples are read from the text that the tool ``jfr`` prints."""

import io
import stat
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from builders.timed import event, printed
from kpath_jvm.errors import KpathError
from kpath_jvm.launch import jfr
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.jfr import (
    FlightRecorder,
    SampledInstruction,
    Samples,
    events_in,
    read_samples,
    require_jfr,
)

PLACES = [
    SampledInstruction("demo/Main", "run", "(I)V", 4, 12),
    SampledInstruction("demo/Mäin$$Lambda+0x0000", "läuft", "()V", 0, -1),
    SampledInstruction("java/lang/Object", "hashCode", "()I", -1, -1),
]


@pytest.mark.parametrize("piece", [1, 2, 7, 64, 1 << 20])
def test_events_are_found_across_pieces_of_text(
    monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    monkeypatch.setattr(jfr, "_PIECE_BYTES", piece)
    events = [event(place) for place in PLACES]
    assert list(events_in(io.BytesIO(printed(events)))) == events


def test_a_recording_without_samples_has_no_events() -> None:
    assert list(events_in(io.BytesIO(printed([])))) == []
    assert list(events_in(io.BytesIO(b'{"recording": {"events": [\n]}}'))) == []


@pytest.mark.parametrize("keep", [0, 10, 200, -8])
def test_truncated_text_is_an_error(keep: int) -> None:
    text = printed([event(place) for place in PLACES])[:keep]
    with pytest.raises(ValueError, match="cut short"):
        list(events_in(io.BytesIO(text)))


def test_samples_are_added_up_by_place() -> None:
    random, samples = Random(3), Samples()
    drawn = [random.choice(PLACES) for _ in range(50)]
    for place in drawn:
        samples.add(event(place))
    assert samples.places == {place: drawn.count(place) for place in PLACES}
    assert samples.unknown == 0


def test_samples_count_for_the_nearest_counted_method_below() -> None:
    random = Random(7)
    own = [SampledInstruction("demo/A", f"m{n}", "()V", n, 5) for n in range(3)]
    library = [SampledInstruction("java/util/B", f"l{n}", "()V", n, 5) for n in range(3)]
    samples = Samples({place[:3] for place in own})
    expected: Counter[SampledInstruction] = Counter()
    for _ in range(300):
        stack = [random.choice(own + library) for _ in range(random.randint(1, 5))]
        samples.add(event(*stack))
        # Walks up from the bottom, so the last counted place that is found is nearest to the top.
        nearest = None
        for place in reversed(stack):
            nearest = place if place in own else nearest
        if nearest is not None and stack[0] in library:
            expected[nearest] += 1
    assert samples.below == expected
    assert samples.places.total() == 300


@pytest.mark.parametrize("seed", range(8))
def test_calls_and_equal_stacks_agree_with_brute_force(seed: int) -> None:
    """Several recordings give what one recording with all of their samples gives."""
    random = Random(seed)
    own = [SampledInstruction("demo/A", f"m{n}", "()V", n, 5) for n in range(7)]
    library = [SampledInstruction("java/util/B", f"l{n}", "()V", n, 5) for n in range(2)]
    counted = {place[:3] for place in own}
    each = [Samples(counted) for _ in range(random.randint(1, 3))]
    stacks = []
    for _ in range(random.choice((3, 12, 60))):
        drawn = [random.choice(own + library) for _ in range(random.randint(1, 6))]
        # Two methods that are always together, with any lines.
        pair = [place for place in drawn if place.name == "m0"]
        drawn += [place._replace(name="m6") for place in pair if place]
        stack = [place._replace(line=random.randrange(3)) for place in drawn]
        stacks.append(stack)
        random.choice(each).add(event(*stack))
    whole = Samples()
    whole.add_all(each)
    calls: Counter[tuple[tuple[str, str, str], SampledInstruction]] = Counter()
    members: dict[tuple[str, str, str], set[int]] = {}
    for number, stack in enumerate(stacks):
        kept = [place for place in stack if place in own or place[:3] in counted]
        calls.update({(kept[at][:3], kept[at + 1]) for at in range(len(kept) - 1)})
        for place in kept:
            members.setdefault(place[:3], set()).add(number)
    assert whole.calls == calls
    assert whole.same.keys() == members.keys() == whole.on_stack.keys()
    for one, samples in members.items():
        for other, others in members.items():
            assert (whole.same[one] == whole.same[other]) == (samples == others)


def test_a_frame_that_cannot_be_read_is_no_call() -> None:
    top, bottom = (SampledInstruction("demo/A", name, "()V", 0, 5) for name in "ab")
    samples = Samples({top[:3], bottom[:3]})
    made = event(top, PLACES[1], bottom)
    samples.add(made)
    assert samples.calls == {(top[:3], bottom): 1}
    made["values"]["stackTrace"]["frames"][1] = None
    samples.add(made)
    assert samples.calls == {(top[:3], bottom): 1}


def test_garbage_collections_are_counted_with_their_pauses() -> None:
    each = []
    for pauses in (("PT0.0215S", "PT1M2.5S"), ("PT1H", None, 7)):
        samples = Samples()
        for one in pauses:
            samples.add({"type": "jdk.GarbageCollection", "values": {"sumOfPauses": one}})
        each.append(samples)
    whole = Samples()
    whole.add_all(each)
    assert (whole.collections, whole.unknown) == (5, 0)
    assert whole.pause_seconds == pytest.approx(0.0215 + 62.5 + 3600)


#: Frames that can't be read.
BROKEN = (None, 7, {}, {"method": None}, {"method": {"name": "m", "descriptor": "()V"}},
          {"method": {"type": {"name": None}, "name": "m", "descriptor": "()V"}})  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_methods_on_the_stack_agree_with_brute_force(seed: int) -> None:
    """The true number of samples with a method on the stack is within the method's bounds."""
    random = Random(seed)
    own = [SampledInstruction("demo/A", f"m{n}", "()V", n, 5) for n in range(4)]
    hidden = SampledInstruction("demo/A$$Lambda+0x00007f", "m0", "()V", 0, -1)
    other = [hidden, SampledInstruction("java/util/B", "m0", "()V", 1, 5)]
    real: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    shown_of_partial: Counter[str] = Counter()
    partial = 0
    events = []
    for _ in range(400):
        stack = [random.choice(own + other)._replace(offset=random.randrange(9))
                 for _ in range(random.randint(1, 9))]  # fmt: skip
        names = [one.name for one in stack if one.class_name == "demo/A"]
        real.update(set(names))
        kept = stack[: random.choice((4, 99))]
        made = event(*kept, truncated=len(kept) < len(stack))
        frames = made["values"]["stackTrace"]["frames"]
        for at in range(len(kept)):
            if random.random() < 0.03:
                frames[at] = random.choice(BROKEN)
        if random.random() < 0.02:
            made["values"]["stackTrace"] = None
            frames = []
        events.append(made)
        # The frames of these methods can still be read.
        left = [one for one, frame in zip(kept, frames, strict=False)
                if frame not in BROKEN and one.class_name == "demo/A"]  # fmt: skip
        is_partial = len(kept) < len(stack) or not frames or any(it in BROKEN for it in frames)
        shown.update({one.name for one in left})
        partial += is_partial
        if is_partial:
            shown_of_partial.update({one.name for one in left})
    samples = Samples({one[:3] for one in own})
    for one in events_in(io.BytesIO(printed(events))):
        samples.add(one)
    assert samples.on_stack == {("demo/A", name, "()V"): n for name, n in shown.items()}
    assert samples.on_partial == {
        ("demo/A", name, "()V"): n for name, n in shown_of_partial.items()
    }
    assert 0 < samples.partial == partial < 400
    for name, count in real.items():
        least = samples.on_stack["demo/A", name, "()V"]
        assert least <= count <= least + partial - samples.on_partial["demo/A", name, "()V"]


def test_a_sample_counts_once_for_a_method_that_calls_itself() -> None:
    own = SampledInstruction("demo/A", "m", "()V", 1, 5)
    samples = Samples({own[:3]})
    samples.add(event(PLACES[2], own, own._replace(offset=7), own))
    samples.add(event(own, own))
    assert samples.on_stack == {own[:3]: 2}
    assert (samples.below[own], samples.partial) == (1, 0)


def test_a_stack_is_whole_only_if_the_event_says_so() -> None:
    for truncated, partial in ((False, 0), (True, 1), (None, 1), ("false", 1)):
        samples, made = Samples(), event(PLACES[0])
        made["values"]["stackTrace"]["truncated"] = truncated
        samples.add(made)
        assert (samples.partial, samples.unknown) == (partial, 0)
    samples, made = Samples(), event(PLACES[0])
    del made["values"]["stackTrace"]["truncated"]
    samples.add(made)
    assert (samples.partial, samples.places.total()) == (1, 1)


def test_a_method_is_on_the_stack_even_if_the_top_is_unknown() -> None:
    own = SampledInstruction("demo/A", "m", "()V", 1, 5)
    samples, made = Samples({own[:3]}), event(PLACES[0], own)
    made["values"]["stackTrace"]["frames"][0] = {"method": None}
    samples.add(made)
    assert (samples.unknown, samples.partial) == (1, 1)
    assert samples.on_stack == samples.on_partial == {own[:3]: 1}


def test_stacks_of_several_recordings_are_added_up(tmp_path: Path) -> None:
    own = SampledInstruction("demo/A", "m", "()V", 1, 5)
    recordings = [tmp_path / f"{at}.jfr" for at in range(3)]
    for at, path in enumerate(recordings):
        path.write_bytes(printed([event(PLACES[2], own, truncated=at == 1), event(PLACES[2])]))
    found = read_samples(_jdk(tmp_path, 'cat "$7"'), recordings, {own[:3]})
    assert (found.on_stack, found.on_partial) == ({own[:3]: 3}, {own[:3]: 1})
    assert (found.partial, found.unknown, found.places.total()) == (1, 0, 6)


def test_an_unreadable_frame_may_be_the_nearest_counted_one() -> None:
    own = SampledInstruction("demo/A", "m", "()V", 1, 5)
    broken = event(PLACES[0], PLACES[0], own)
    broken["values"]["stackTrace"]["frames"][1] = {"method": None}
    samples = Samples({own[:3]})
    samples.add(broken)
    assert (samples.places.total(), samples.below.total()) == (1, 0)


def test_dots_in_class_names_become_slashes() -> None:
    samples = Samples()
    samples.add(event(PLACES[0]._replace(class_name="demo.Main")))
    assert set(samples.places) == {PLACES[0]}


@pytest.mark.parametrize(
    "broken",
    [
        None,
        {"values": {"stackTrace": None}},
        {"values": {"stackTrace": {"frames": []}}},
        {"values": {"stackTrace": {"frames": [{"method": None}]}}},
        {"values": {"stackTrace": {"frames": [{"method": {"type": {"name": 3}}}]}}},
    ],
)
def test_samples_without_a_method_have_an_unknown_place(broken: object) -> None:
    samples = Samples()
    samples.add(broken)
    assert (samples.unknown, len(samples.places)) == (1, 0)


def flag(value: object, name: str = "DebugNonSafepoints") -> dict[str, object]:
    """Returns an option of the JVM as the tool prints it."""
    return {"type": "jdk.BooleanFlag", "values": {"name": name, "value": value}}


@pytest.mark.parametrize(
    ("flags", "placed"),
    [
        ([], None),
        ([flag(True, "UseCompressedOops")], None),
        ([flag(True), flag(True)], True),
        ([flag(True), flag(False)], False),
        ([flag(False), flag(True)], False),
        ([flag("true")], False),
    ],
)
def test_samples_are_placed_only_if_all_jvms_have_the_option(
    flags: list[dict[str, object]], placed: bool | None
) -> None:
    samples = Samples()
    for one in [*flags, event(PLACES[0])]:
        samples.add(one)
    assert samples.placed is placed
    assert (samples.unknown, samples.places.total()) == (0, 1)


@pytest.mark.parametrize(
    ("told", "placed"),
    [
        ([True, True], True),
        # The recording of a JVM that was killed may lack the JVM's options.
        ([True, None], None), ([None, True], None), ([None, None], None),
        # A JVM that is known to lack the option decides, even if other JVMs' options are missing.
        ([True, None, False], False), ([False, None, True], False),
    ],
)  # fmt: skip
def test_without_a_jvm_s_options_the_placement_of_samples_is_unknown(
    tmp_path: Path, told: list[bool | None], placed: bool | None
) -> None:
    recordings = [tmp_path / f"{at}.jfr" for at in range(len(told))]
    for path, value in zip(recordings, told, strict=True):
        flags = [] if value is None else [flag(value)]
        path.write_bytes(printed([*flags, event(PLACES[0])]))
    samples = read_samples(_jdk(tmp_path, 'cat "$7"'), recordings)
    assert samples.placed is placed
    assert samples.places == {PLACES[0]: len(told)}


@pytest.mark.parametrize("odd", [None, "4", 1 << 31, -7])
def test_impossible_offsets_are_unknown(odd: object) -> None:
    samples, made = Samples(), event(PLACES[0])
    made["values"]["stackTrace"]["frames"][0]["bytecodeIndex"] = odd
    samples.add(made)
    assert set(samples.places) == {PLACES[0]._replace(offset=-1)}


def _jdk(directory: Path, script: str) -> Jdk:
    tool = directory / "bin" / "jfr"
    tool.parent.mkdir()
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    return Jdk(directory, "a test")


def test_the_tool_runs_without_the_program_s_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"):
        monkeypatch.setenv(name, "-XX:StartFlightRecording")
    (tmp_path / "out").write_bytes(printed([event(PLACES[0])] * 2))
    jdk = _jdk(
        tmp_path,
        'test -z "$JAVA_TOOL_OPTIONS$JDK_JAVA_OPTIONS$_JAVA_OPTIONS" || exit 9\n'
        f'test "$7" = {tmp_path}/1.jfr || exit 8\ncat {tmp_path}/out',
    )
    assert read_samples(jdk, [tmp_path / "1.jfr"]).places == {PLACES[0]: 2}


@pytest.mark.parametrize(
    ("script", "why"),
    [("exit 3", "cut short"), ("echo nonsense", "cut short"), ("cat {out}; exit 3", "status 3")],
)
def test_a_failing_tool_is_reported(tmp_path: Path, script: str, why: str) -> None:
    (tmp_path / "out").write_bytes(printed([event(PLACES[0])]))
    jdk = _jdk(tmp_path, script.format(out=tmp_path / "out"))
    with pytest.raises(KpathError, match=rf"cannot read the recording 1\.jfr: .*{why}"):
        read_samples(jdk, [tmp_path / "1.jfr"])


def test_jdks_without_jfr_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"no Java Flight Recorder .*leave out --time"):
        require_jfr(Jdk(tmp_path, "a test"), "--time")
    jdk = _jdk(tmp_path, "exit 0")
    (tmp_path / "release").write_text('JAVA_VERSION="17.0.1"\nMODULES="java.base jdk.jfr"\n')
    require_jfr(jdk, "--time")
    (tmp_path / "release").write_text('JAVA_VERSION="17.0.1"\nMODULES="java.base"\n')
    with pytest.raises(KpathError, match="no Java Flight Recorder"):
        require_jfr(Jdk(tmp_path, "a test"), "--time")


@pytest.mark.parametrize("name", ["a b", "a,b", "a'b", "a%p"])
def test_directories_that_options_cannot_contain_are_refused(tmp_path: Path, name: str) -> None:
    directory = tmp_path / name
    directory.mkdir()
    with pytest.raises(KpathError, match="set TMPDIR to another directory"):
        FlightRecorder(directory).options("--time")


def test_unwritable_directories_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"--time cannot write .*settings\.jfc"):
        FlightRecorder(tmp_path / "missing").options("--time")


def test_empty_files_are_no_recordings(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path)
    words = recorder.options("--time")
    assert f"repository={tmp_path}/repository,stackdepth=256" in " ".join(words)
    assert f"settings={tmp_path}/settings.jfc" in " ".join(words)
    (tmp_path / "recordings" / "1.jfr").write_bytes(b"x")
    (tmp_path / "recordings" / "2.jfr").write_bytes(b"")
    (tmp_path / "recordings" / "other").write_bytes(b"x")
    assert recorder.recordings() == [tmp_path / "recordings" / "1.jfr"]
