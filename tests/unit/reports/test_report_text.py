"""Names, lines and figures as text."""

import io
import json
from contextlib import suppress
from pathlib import Path

import pytest
from rich.text import Text

from builders.damaged_json import STRANGE_NUMBERS, numbers_in, replaced
from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_recording, demo_run
from kpath_jvm import Profile
from kpath_jvm.cli.main import run_verb
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.names import dotted, method_title, printable
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports import output, terminal
from kpath_jvm.reports.lines import compact, folded
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.tree import TreeOptions, parse_share, renderables
from kpath_jvm.sessions.progress import Reporter


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("größe", "größe"),
        ("a\x1b[31mb", "a\\u001b[31mb"),
        ("a\nb\tc\x7f\x9b", "a\\u000ab\\u0009c\\u007f\\u009b"),
        ("\u202egnp", "\\u202egnp"),
        ("\ud800", "\\ud800"),
    ],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_titles() -> None:
    assert dotted("a/b/C$D") == "a.b.C$D"
    assert method_title("a/B", "<init>", "([[ILjava/util/Map;JZ)V") == (
        "a.B.<init>(int[][], Map, long, boolean)"
    )
    for descriptor in ("", "()", "(", "(L", "([", "(Q)V"):
        assert method_title("a/B", "m", descriptor).startswith("a.B.m(")


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([10, 11, 13], "10-13"),
        ([10, 13], "10, 13"),
        ([13, 10, 11, 10], "13, 10-11, 10"),
        ([99], "99"),
        ([], ""),
    ],
)
def test_compact_lines(lines: list[int], text: str) -> None:
    assert compact(lines, {10, 11, 13, 20}) == text


@pytest.mark.parametrize(
    ("items", "text"),
    [
        ("a", "a"),
        ("aaa", "a ×3"),  # noqa: RUF001
        ("abab", "(a → b) ×2"),  # noqa: RUF001
        ("eaabx", "e → a ×2 → b → x"),  # noqa: RUF001
        ("abababc", "(a → b) ×3 → c"),  # noqa: RUF001
    ],
)
def test_folded_sequences(items: str, text: str) -> None:
    assert folded(list(items)) == text


def test_figures() -> None:
    assert output.percent(0.1234) == "12.3 %"
    assert output.percent(0.0001) == "< 0.1 %"
    assert output.percent(0.0) == "0.0 %"
    assert output.size(0) == "0 bytes"
    assert output.size(1536) == "1.5 KiB"
    assert output.size(2**50) == "1024.0 TiB"
    assert output.size(None) == "not known"


@pytest.mark.parametrize(("text", "share"), [("10%", 0.1), ("0.25", 0.25), (" 5.5 % ", 0.055)])
def test_shares(text: str, share: float) -> None:
    assert parse_share(text) == pytest.approx(share)


@pytest.mark.parametrize("text", ["10", "101%", "-1%", "x", "", "nan"])
def test_what_is_no_share(text: str) -> None:
    with pytest.raises(KpathError, match="is not a share"):
        parse_share(text)


def test_ascii_streams_get_ascii() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    output.write(stream, 100, Text("a → b ×2 größe"))  # noqa: RUF001
    stream.seek(0)
    assert stream.read() == "a -> b x2 gr\\xf6\\xdfe\n"


def _report(profile: Profile, width: int = 120) -> str:
    stream = io.StringIO()
    output.write(stream, width, *terminal.renderables(summarise(profile, ReportOptions())))
    return stream.getvalue()


def test_hostile_names_reach_no_terminal(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    name = "\x1b]0;owned\x07[bold red]\n\u202e:smile:"
    method = builder.add(figure_3(class_name=f"a/{name}", name=name, loader=name))
    builder.stream(method, (6, 2, 2, 3))
    builder.skip(name, name)
    run = demo_run(command=["java", name], workload=None, started=name)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), run)
    profile = Profile.open(tmp_path / "p.kpath")
    text = _report(profile)
    stream = io.StringIO()
    output.write(stream, 120, *renderables(profile, name, TreeOptions()))
    for shown in (text, stream.getvalue()):
        assert all(character.isprintable() or character == "\n" for character in shown)
        assert "[bold red]" in shown
        assert ":smile:" in shown
    with pytest.raises(KpathError) as caught:
        profile.find_method(f"{name}x")
    assert str(caught.value).isprintable()


def test_long_names_are_folded_not_cut(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    name = "org/" + "/".join(f"part{number}" for number in range(30)) + "/Class"
    builder.stream(builder.add(figure_3(class_name=name)), (6, 2, 2, 3))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    text = _report(Profile.open(tmp_path / "p.kpath"), width=100)
    assert "part29.Class.run(int)" in "".join(line.strip() for line in text.splitlines())


def test_not_measured_and_nothing_left_out(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    builder.count(builder.add(plain()), 0, 1)
    run = demo_run(
        k=1, exclude=[], native_wall_seconds=None, workload=None, signal=9, exit_status=137,
        completeness={"verdict": "truncated", "reasons": ["killed by signal 9"]},
    )
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), run)
    text = _report(Profile.open(tmp_path / "p.kpath"))
    for part in (
        "not measured (took 3.50 s)",
        "no method was left out; not asked for: the JDK",
        "truncated: killed by signal 9",
        "java -cp demo.jar demo.Main, killed by signal 9",
        "none: k = 1 records single paths only",
        "no method was pushed over",
    ):
        assert part in text
    assert "stand-in" not in text


def test_a_run_json_with_nonsense_in_it_is_shown_without(tmp_path: Path) -> None:
    run = dict.fromkeys(demo_run(), "junk") | {"completeness": {"verdict": "x", "reasons": []}}
    write_profile(tmp_path / "p.kpath", demo_recording().build(tmp_path), run)
    assert "not known" in _report(Profile.open(tmp_path / "p.kpath"))


@pytest.mark.parametrize("number", STRANGE_NUMBERS, ids=lambda number: f"{number!s:.12}")
def test_any_number_of_run_json_may_be_a_strange_one(demo: Path, number: float) -> None:
    """The report is shown, or it is said that run.json is damaged."""
    path = demo / "run.json"
    run = json.loads(path.read_text())
    ways = [*numbers_in(run)]
    assert {way[0] for way in ways} > {"k", "segment", "waited_seconds"}
    for way in ways:
        path.write_text(json.dumps(replaced(run, way, number)))
        with suppress(KpathError):
            profile = Profile.open(demo)
            _report(profile)
            json.dumps(summarise(profile, ReportOptions()), allow_nan=False)


def test_k_beyond_the_profile_s(demo: Path) -> None:
    with pytest.raises(KpathError, match=r"-k 5 is more than the profile's k = 4"):
        summarise(Profile.open(demo), ReportOptions(k=5))


def test_cut_pieces_are_no_iterations(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    spec = plain(
        mode="streamed",
        starts=[("entry", 0, 0), ("cut", 2, 2)],
        ends=[("cut", 1, 0), ("exit", 2, 0)],
        paths=3,
        cuts=[(1, 2)],
    )
    builder.stream(builder.add(spec), (0, 2), times=5)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    summary = summarise(Profile.open(tmp_path / "p.kpath"), ReportOptions())
    (sequence,) = summary["sequences"]
    assert (sequence["iterations"], sequence["loop"]) == (1, None)
    assert summary["profiled"]["methods_with_cuts"] == 1


def test_what_a_run_tells_holds_no_control_characters(capfd: pytest.CaptureFixture[str]) -> None:
    """The agent's messages name classes, errors name files."""
    name = "\x1b]0owned\x07\u202e\n"
    Reporter().say(f"agent: {name} was refused")
    assert run_verb(["report", name]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("kpath-jvm: ")
        assert line.isprintable()
        assert "\\u001b]0owned\\u0007\\u202e\\u000a" in line
