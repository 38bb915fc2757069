"""Tests the exit statuses and the output of ``check`` and ``diff --fail-if``."""

import json
import shutil
import uuid
from pathlib import Path
from xml.etree import ElementTree

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.resampled import with_record
from builders.versions import LEFT, Version, compared_profiles, versions_profile
from json_documents import complaints
from kpath_command import REPOSITORY
from kpath_jvm.cli.main import run_verb
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided

#: The message on stderr if one gate can't be judged.
SAID_OF_ONE = "kpath-jvm: 1 gate can't be judged; the results on stdout say why\n"
KEPT = '[[rule]]\nshare = "Work.run"\nat-most = "60%"\n'
BROKEN = '[[rule]]\niterations = "Work.run:2"\nat-most = 3\n'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    compared_profiles(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept.toml").write_text(KEPT)
    (tmp_path / "broken.toml").write_text(KEPT + BROKEN)
    return tmp_path


@pytest.mark.parametrize(("rules", "status"), [("kept.toml", 0), ("broken.toml", 1)])
@pytest.mark.parametrize("kind", ["text", "json", "md"])
def test_the_exit_status_says_whether_all_rules_are_kept(
    place: Path, capsys: pytest.CaptureFixture[str], rules: str, status: int, kind: str
) -> None:
    arguments = ["check", "before.kpath", "--rules", rules, "--format", kind]
    assert run_verb([*arguments, "--junit", "junit.xml"]) == status
    text = capsys.readouterr().out
    root = ElementTree.parse(place / "junit.xml").getroot()
    assert int(root.attrib["failures"]) == status
    if kind == "json":
        document = json.loads(text)
        assert document["failed"] == status
        assert complaints(document, "check") == []
    else:
        assert f"{status + 1} rule" in text


@pytest.mark.parametrize(
    "words",
    [
        ["check", "before.kpath", "--rules", "broken.toml"],
        ["diff", "before.kpath", "after.kpath", "--fail-if", "any"],
    ],
)
@pytest.mark.usefixtures("place")
def test_results_are_shown_even_if_the_file_for_ci_servers_cannot_be_written(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert run_verb([*words, "--junit", "no-directory/junit.xml"]) > 1
    told = capsys.readouterr()
    assert "FAILED" in told.out
    assert "no-directory" in told.err
    assert "Traceback" not in told.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "before.kpath", "--rules", "none.toml"], "cannot read the rules none.toml"),
        (["check", "none.kpath", "--rules", "kept.toml"], "no profile none.kpath"),
        (["check", "before.kpath"], "Missing option '--rules'"),
        (["check", "before.kpath", "--rules", "kept.toml", "--thread", "1"], "of threads"),
        (["check", "before.kpath", "--rules", "kept.toml", "--junit", "kept.toml"], "exists"),
        (
            ["check", "before.kpath", "--rules", "kept.toml", "--junit", "kept.toml", "--force"],
            "--junit would replace its input kept.toml; name another file",
        ),
        (["diff", "before.kpath", "after.kpath", "--fail-if", "shares > 1"], "did you mean share?"),
    ],
)
def test_unjudged_gates_have_a_status_of_their_own(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run_verb(arguments) == 2
    text = capsys.readouterr().err
    assert message in text
    assert text.count("\n") == 1
    assert (place / "kept.toml").read_text() == KEPT


def test_a_program_that_did_nothing_is_not_judged(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All figures of such a program are 0, so no upper bound would be exceeded."""
    began = Version().program.method("back-edge")
    began.class_name, began.name = "demo/Work", "run"
    versions_profile(place, "failed", entered=[(began, 1)], exit_status=1)
    assert run_verb(["check", "failed.kpath", "--rules", "kept.toml"]) == 2
    assert (
        "failed.kpath has counted 0 bytecodes: 1 method was entered, and no path was completed "
        "(the program ended with status 1), so no rule can be judged by it"
        in capsys.readouterr().err
    )


def test_failed_programs_are_noted_by_check(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_record(place / "before.kpath", exit_status=3)
    for kind in ("text", "md", "json"):
        assert run_verb(["check", "before.kpath", "--rules", "kept.toml", "--format", kind]) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert "before.kpath: the program ended with status 3, so it may have done less" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "none.kpath", "--rules", "kept.toml"], "none.kpath"),
        (["check", "before.kpath", "--rules", "none.toml"], "none.toml"),
        (["check", "before.kpath", "--rules", "before.kpath/run.json"], "run.json"),
        (["diff", "before.kpath", "none.kpath", "--fail-if", "share(x) > 1%"], "none.kpath"),
        (["diff", "before.kpath", "after.kpath", "--fail-if", "shar > 1%"], "no condition on"),
    ],
)
def test_an_error_replaces_an_earlier_result_only_with_force(
    place: Path, arguments: list[str], said: str
) -> None:
    (place / "junit.xml").write_text("<testsuite failures='0'/>")
    assert run_verb([*arguments, "--junit", "junit.xml"]) == 2
    assert (place / "junit.xml").read_text() == "<testsuite failures='0'/>"
    assert run_verb([*arguments, "--junit", "junit.xml", "--force"]) == 2
    # The file for the CI server has the reason why nothing was judged.
    root = ElementTree.parse(place / "junit.xml").getroot()
    assert [root.attrib[name] for name in ("tests", "failures", "errors")] == ["1", "0", "1"]
    (error,) = root.findall("testcase/error")
    assert said in error.attrib["message"]


def test_other_rules_are_judged_despite_a_wrong_one(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "wrong.toml").write_text(
        '[[rule]]\nshare = "Gone.nix"\nat-most = 0.5\n[[rule]]\nentries = "Work.run"\nat-most = 1\n'
    )
    words = ["check", "before.kpath", "--rules", "wrong.toml", "--junit", "wrong.xml"]
    assert run_verb(words) == 1
    captured = capsys.readouterr()
    assert "FAILED  entries of Work.run: 6, at most 1" in captured.out
    assert "error   share of Gone.nix: no method Gone.nix" in captured.out
    assert captured.err == SAID_OF_ONE
    root = ElementTree.parse(place / "wrong.xml").getroot()
    assert [root.attrib[name] for name in ("tests", "failures", "errors")] == ["2", "1", "1"]


#: Three rules and three conditions. Of each three, the first passes, the second fails, and the
#: third can't be judged.
OF_RULES = (KEPT, BROKEN, '[[rule]]\nshare = "Gone.nix"\nat-most = 0.5\n')
OF_CONDITIONS = ("gone-loop > 50%", "outcome(Work.run) > 5%", "share(nix) > 1%")


@pytest.mark.parametrize("verb", ["check", "diff"])
@pytest.mark.parametrize(
    ("chosen", "status"),
    [((0,), 0), ((0, 1), 1), ((0, 2), 2), ((0, 1, 2), 1), ((2, 1), 1), ((2, 2), 2)],
)
def test_a_failed_gate_sets_the_status_even_if_others_can_t_be_judged(
    place: Path, capsys: pytest.CaptureFixture[str], verb: str, chosen: tuple[int, ...], status: int
) -> None:
    if verb == "check":
        (place / "some.toml").write_text("".join(OF_RULES[one] for one in chosen))
        words = ["check", "before.kpath", "--rules", "some.toml"]
    else:
        asked = [word for one in chosen for word in ("--fail-if", OF_CONDITIONS[one])]
        words = ["diff", "before.kpath", "after.kpath", *asked]
    assert run_verb([*words, "--json", "--junit", "some.xml"]) == status
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert complaints(document, verb) == []
    counts = chosen.count(1), chosen.count(2)
    assert (document["failed"], document["wrong"]) == counts
    assert [gate["error"] for gate in document["gates"]].count(None) == len(chosen) - counts[1]
    number = "1 gate" if counts[1] == 1 else f"{counts[1]} gates"
    said = f"kpath-jvm: {number} can't be judged; the results on stdout say why\n"
    assert err == (said if counts[1] else "")
    root = ElementTree.parse(place / "some.xml").getroot()
    assert (int(root.attrib["failures"]), int(root.attrib["errors"])) == counts
    missing = "Gone.nix" if verb == "check" else "nix"
    for kind in ("text", "md", *(["html"] if verb == "diff" else [])):
        assert run_verb([*words, "--format", kind]) == status
        out, err = capsys.readouterr()
        assert err == (said if counts[1] else "")
        assert "".join(out.split()).count("nomethod" + missing) == counts[1]
        # If the results go to a file, stderr has the reasons.
        assert run_verb([*words, "--format", kind, "-o", "results", "--force"]) == status
        assert "".join((place / "results").read_text("utf-8").split()) == "".join(out.split())
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("no method ") == err.count("\n") == counts[1]


def test_inexact_profiles_fail_even_with_unjudged_gates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    killed = Fact(cause=Cause.KILLED, text="the target was killed by SIGKILL")
    worked = Version().walked(*[LEFT] * 10)
    versions_profile(tmp_path, "cut", worked, completeness=decided([killed]))
    (tmp_path / "nix.toml").write_text(OF_RULES[2])
    assert run_verb(["check", "cut.kpath", "--rules", "nix.toml"]) == 1
    out, err = capsys.readouterr()
    assert "FAILED  counts of cut.kpath are exact" in out
    assert err == SAID_OF_ONE
    assert run_verb(["check", "cut.kpath", "--rules", "nix.toml", "--accept", "truncated"]) == 2


def test_rules_judge_a_sum_s_counts_per_run(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(place / "before.kpath", place / "again.kpath")
    with_record(place / "again.kpath", identities=(uuid.uuid4().hex,))
    assert run_verb(["merge", "before.kpath", "again.kpath", "-o", "sum.kpath"]) == 0
    rules = [
        '[[rule]]\nentries = "Work.run"\nat-most = 6',
        '[[rule]]\nbytecodes = "Work.run"\nat-most = 1140',
        '[[rule]]\npath = "Work.run"\nthrough = [3, 4]\nat-most = 18',
        '[[rule]]\nloop-bytecodes = "Work.run"\nat-most = 1020',
        '[[rule]]\niterations = "Work.run"\nat-most = 4',
        '[[rule]]\nbytecodes-per-entry = "Work.run"\nat-most = 190',
        '[[rule]]\nloop-bytecodes = "Work.run"\nper = "Work.run"\nat-most = 170',
    ]
    (place / "counts.toml").write_text("\n".join(rules))
    capsys.readouterr()
    texts = []
    for name in ("before", "sum"):
        assert run_verb(["check", f"{name}.kpath", "--rules", "counts.toml", "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        texts.append([gate["text"] for gate in document["gates"]])
    for one, whole in zip(*texts, strict=True):
        is_count = " per entry of " not in one
        mean = " a run, the mean of 2 runs"
        assert (whole.count(mean), whole.replace(mean, "")) == (is_count, one)
    for limit, less in (("1140", "1139"), ("1020", "1019")):
        (place / "less.toml").write_text("\n".join(rules).replace(limit, less))
        for name in ("before", "sum"):
            assert run_verb(["check", f"{name}.kpath", "--rules", "less.toml"]) == 1


def test_failed_conditions_set_the_status(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["diff", "before.kpath", "after.kpath", "--top", "1"]
    kept = ["--fail-if", "gone-loop > 50%"]
    failing = ["--fail-if", "outcome(Work.run) > 5%"]
    assert run_verb([*arguments, *kept]) == 0
    assert (
        "passed  gone-loop > 50%: the largest share is 3.73 % (demo.Gone.gone(), "
        in capsys.readouterr().out
    )
    assert run_verb([*arguments, *kept, *failing, "--json", "--junit", "junit.xml"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert complaints(document, "diff") == []
    assert [gate["passed"] for gate in document["gates"]] == [True, False]
    assert "FAILED" not in (place / "junit.xml").read_text()
    for kind, word in (
        ("text", "FAILED  outcome"),
        ("md", "**failed**"),
        ("html", 'class="gates"'),
    ):
        assert run_verb([*arguments, *failing, "--format", kind]) == 1
        assert word in capsys.readouterr().out


@pytest.mark.usefixtures("place")
def test_failures_are_reported_with_place_and_figures(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--fail-if", "outcome > 5%", "--fail-if", "share > 1%", "--fail-if", "bytecodes > 1%"]
    assert run_verb(["diff", "before.kpath", "after.kpath", "--format", "json", *words]) == 1
    document = json.loads(capsys.readouterr().out)
    outcome, share, bytecodes = (gate["text"] for gate in document["gates"])
    branch = max(document["branches"], key=lambda one: one["moved"])
    assert outcome.startswith(
        f"demo.Work.{branch['method']}(int), branch at {branch['place']} ({branch['question']}): "
        f"the shares of its answers differ by {100 * branch['moved']:.3g} %, "
    )
    for text, unit in ((share, " points;"), (bytecodes, " % of the larger;")):
        assert " → " in text
        assert unit in text


@pytest.mark.usefixtures("place")
def test_one_direction_fails_and_the_other_passes(capsys: pytest.CaptureFixture[str]) -> None:
    up, down = ["--fail-if", "bytecodes(grows) > +10%"], ["--fail-if", "bytecodes(grows) < -10%"]
    for sides, failing, passing, told in (
        (["before.kpath", "after.kpath"], up, down, "550 → 1,500 (+173 %;"),
        (["after.kpath", "before.kpath"], down, up, "1,500 → 550 (-63.3 %;"),
    ):
        assert run_verb(["diff", *sides, *passing]) == 0
        words = " ".join(capsys.readouterr().out.split())
        which = "smallest rise is +173 %" if passing is down else "smallest fall is -63.3 %"
        moved = f"the {which} (demo.Work.grows(int))"
        assert f"passed {passing[1]}: {moved} 1 gate, none failed" in words
        assert run_verb(["diff", *sides, *failing]) == 1
        assert told in " ".join(capsys.readouterr().out.split())
    # Growth from 0 can't be given as a number, but the document must still be valid JSON.
    words = ["--fail-if", "bytecodes(came) > +10%", "--json"]
    assert run_verb(["diff", "before.kpath", "after.kpath", *words]) == 1
    document = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert complaints(document, "diff") == []
    assert document["gates"][0]["value"] is None
    assert document["gates"][0]["text"].endswith(
        ": bytecodes 0 → 630 (the base recorded no method of class demo.Came, which isn't there or "
        "wasn't loaded)"
    )


def of_the_guide() -> str:
    """Returns a how-to guide's file of conditions, with a method of the compared profiles."""
    guide = REPOSITORY / "docs" / "how-to" / "keep-a-build-from-getting-worse.md"
    shown = guide.read_text("utf-8").partition("```\n# gates.toml\n")[2].partition("```")[0]
    return shown.replace("Work.classify", "Work.run")


@pytest.mark.parametrize("is_found", [False, True])
def test_conditions_are_read_from_a_file(
    place: Path, capsys: pytest.CaptureFixture[str], *, is_found: bool
) -> None:
    path = place / ("kpath.toml" if is_found else "gates.toml")
    path.write_text(of_the_guide(), "utf-8")
    before = [] if is_found else ["--config", str(path)]
    words = [*before, "diff", "before.kpath", "after.kpath", "--junit", "junit.xml", "--force"]
    assert run_verb([*words, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    names = [gate["name"] for gate in document["gates"]]
    assert names == [
        "share(Work.run) > +2%", "total(Work.*) > +10%", "bytecodes > +10%", "outcome > 5%",
        "cut-off > +2%, min-share 0%", "new-loop > 1%",
    ]  # fmt: skip
    root = ElementTree.parse(place / "junit.xml").getroot()
    assert [case.attrib["name"] for case in root.findall("testcase")] == names
    failed = [case for case in root.findall("testcase") if case.find("failure") is not None]
    assert len(failed) == sum(not gate["passed"] for gate in document["gates"])
    assert {case.attrib["name"] for case in failed} >= {"bytecodes > +10%", "new-loop > 1%"}
    assert document["replaced_conditions"] is None
    # Conditions on the command line replace those of the file. A message and all outputs say so.
    capsys.readouterr()
    said = f"{path.name}: 1 judged instead of 6"
    for shown in ("text", "md", "html", "json"):
        assert run_verb([*words, "--fail-if", "gone-loop > 50%", "--format", shown]) == 0
        captured = capsys.readouterr()
        assert f"{said}\n" in captured.err
        # Text is wrapped, even in the middle of a long path.
        assert "".join(said.split()) in "".join(captured.out.split())


def test_outputs_say_when_nothing_was_judged(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["diff", "before.kpath", "after.kpath"]
    for text in ("", "[check]\n", "[diff]\nmin-share = '1%'\n"):
        (place / "gates.toml").write_text(text)
        capsys.readouterr()
        assert run_verb(["--config", "gates.toml", *words]) == 0
        assert (
            "kpath-jvm: gates.toml has no conditions (fail-if in a table [diff]): nothing is judged"
            in capsys.readouterr().err
        )
    # Each output says that nothing was judged, because status 0 might be taken for a pass.
    for kind in ("text", "md", "html"):
        assert run_verb([*words, "--format", kind]) == 0
        assert "nothing was judged: no --fail-if is given" in capsys.readouterr().out
    assert run_verb([*words, "--junit", "none.xml"]) == 2
    assert "--junit writes the results of conditions, and there are none" in capsys.readouterr().err
    assert not (place / "none.xml").exists()
    # If there are no conditions, --junit as a default of the project is ignored, not refused.
    (place / "kpath.toml").write_text('[diff]\njunit = "none.xml"\n')
    assert run_verb(words) == 0
    assert not (place / "none.xml").exists()
    assert run_verb(["--config", "kpath.toml", *words]) == 2


def test_any_covers_methods_that_are_not_listed(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The condition ``any`` covers methods below --min-share, too."""
    hot = Version(name="hot").walked(*[LEFT] * 90)
    for name, rounds in (("less", 1), ("more", 2)):
        versions_profile(place, name, hot, Version().walked(*[LEFT] * rounds))
    sides = ["diff", "less.kpath", "more.kpath", "--min-share", "90%"]
    assert run_verb([*sides, "--fail-if", "any"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "FAILED any: demo.Work.run(int): its bytecodes changed by" in out
    assert run_verb([*sides, "--fail-if", "any > 1%"]) == 0


def test_empty_profiles_are_not_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    builder = RecordingBuilder()
    builder.add(figure_3())
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    (tmp_path / "r.toml").write_text('[[rule]]\nbytecodes = "Figure3.run"\nat-most = 5\n')
    assert run_verb(["check", "p.kpath", "--rules", "r.toml"]) == 2
    told = capsys.readouterr().err
    assert "p.kpath has counted nothing (" in told
    assert "so no rule can be judged by it" in told
