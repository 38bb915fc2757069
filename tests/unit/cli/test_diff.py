"""Tests what ``diff`` accepts and refuses, and notes by ``diff``, ``overlap`` and ``predict``."""

import html
import json
import shutil
import uuid
from dataclasses import replace
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from builders.methods import entries_only
from builders.resampled import with_record
from builders.versions import LEFT, Version, compared_profiles, versions_profile
from json_documents import complaints
from kpath_jvm.cli.main import run_verb
from kpath_jvm.profile.reader import read_run
from kpath_jvm.records.run import ThreadEntry


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    compared_profiles(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def failure(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert run_verb(["diff", *arguments]) == 2
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    return text


@pytest.mark.parametrize(
    "arguments",
    [
        ["before.kpath", "before2.kpath", "--new", "after.kpath", "after2.kpath", "after3.kpath"],
        ["--new", "after.kpath", "after2.kpath", "after3.kpath", "--json", "before.kpath",
         "before2.kpath"],
        ["before.kpath", "--new", "after.kpath", "--new", "after2.kpath", "after3.kpath",
         "--top", "1", "before2.kpath"],
        ["before.kpath", "--new=after.kpath", "after2.kpath", "--new=after3.kpath", "--top", "1",
         "before2.kpath"],
    ],
)  # fmt: skip
def test_each_side_may_have_several_runs(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    for name in ("before2", "after2", "after3"):
        copy = shutil.copytree(place / f"{name[:-1]}.kpath", place / f"{name}.kpath")
        with_record(copy, identities=(uuid.uuid4().hex,))
    assert run_verb(["diff", *arguments, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["base"]["profiles"] == ["before.kpath", "before2.kpath"]
    assert document["new"]["profiles"] == ["after.kpath", "after2.kpath", "after3.kpath"]
    assert document["test"] == {"least_p": 0.1, "alpha": 0.05, "apart_by_chance": 0.2}
    assert complaints(document, "diff") == []
    assert place.is_dir()


def test_a_run_can_t_be_given_twice(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(place / "before.kpath", place / "copy.kpath")
    told = failure(["before.kpath", "copy.kpath", "--new", "after.kpath"], capsys)
    assert "copy.kpath and before.kpath are of the same recording" in told


def two_runs(place: Path, name: str) -> str:
    """Makes a profile of another run with the same counts. Returns the profile's name."""
    copy = shutil.copytree(place / f"{name}.kpath", place / f"{name}-again.kpath")
    with_record(copy, identities=(uuid.uuid4().hex,))
    return copy.name


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        (["before.kpath", "before.kpath"], "before.kpath is given on both sides"),
        (["before.kpath", "copy.kpath"], "before.kpath and copy.kpath are of the same recording"),
        (
            ["before.kpath", "--new", "after.kpath", "copy.kpath"],
            "before.kpath and copy.kpath are of the same recording",
        ),
        (["sum.kpath", "after.kpath"], "sum.kpath and after.kpath have a recording in common"),
        (["after.kpath", "sum.kpath"], "after.kpath and sum.kpath have a recording in common"),
        (["old.kpath", "old-copy.kpath"], "old.kpath and old-copy.kpath are of the same recording"),
    ],
)
def test_a_recording_is_not_judged_against_itself(
    place: Path, capsys: pytest.CaptureFixture[str], sides: list[str], said: str
) -> None:
    """A gate on a recording's difference from itself would pass, whatever the program does."""
    shutil.copytree(place / "before.kpath", place / "copy.kpath")
    shutil.copytree(place / "before.kpath", place / "old.kpath")
    with_record(place / "old.kpath", identities=())
    shutil.copytree(place / "old.kpath", place / "old-copy.kpath")
    assert run_verb(["merge", "before.kpath", "after.kpath", "-o", "sum.kpath"]) == 0
    capsys.readouterr()
    told = failure([*sides, "--fail-if", "any", "--junit", "junit.xml"], capsys)
    assert f"kpath-jvm: {said}, so --fail-if can't judge" in told
    xml = (place / "junit.xml").read_text()
    assert 'tests="1" failures="0" errors="1"' in xml
    assert "--fail-if can't judge" in xml
    for kind in ("text", "md", "html"):
        assert run_verb(["diff", *sides, "--format", kind]) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert f"note: {said}; both sides count events of one run" in text
        assert text.index("note: ") < text.index("base: ")
    assert run_verb(["diff", *sides, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["shared"] == said
    assert complaints(document, "diff") == []


def test_overlap_warns_about_sides_of_one_recording(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(place / "before.kpath", place / "copy.kpath")
    for other, said in (
        ("before.kpath", "kpath-jvm: before.kpath is given on both sides, so they agree"),
        ("copy.kpath", "kpath-jvm: before.kpath and copy.kpath are of the same recording, so they"),
        (two_runs(place, "before"), ""),
    ):
        assert run_verb(["overlap", "before.kpath", other]) == 0
        told = capsys.readouterr()
        assert told.err.startswith(said)
        assert told.err.count("\n") == bool(said)
        assert told.out


def test_messages_name_the_earlier_of_two_dumps(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = (uuid.uuid4().hex,)
    with_record(place / "before.kpath", identities=identity)
    merged = run_verb(["merge", "before.kpath", two_runs(place, "before"), "-o", "later.kpath"])
    assert merged == 0
    with_record(place / "later.kpath", identities=identity)
    capsys.readouterr()
    said = "before.kpath has only the first part of what later.kpath has of this recording"
    told = failure(["before.kpath", "later.kpath", "--fail-if", "any"], capsys)
    assert f"kpath-jvm: {said}, so --fail-if can't judge" in told
    assert run_verb(["diff", "before.kpath", "later.kpath"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"note: {said}; both sides count events of one run" in shown
    assert run_verb(["overlap", "before.kpath", "later.kpath"]) == 0
    assert capsys.readouterr().err.startswith(f"kpath-jvm: {said}, so they agree about what")
    assert run_verb(["predict", "later.kpath", "--train", "before.kpath"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "training is the first part of the judged run, so it knows the answers of that" in shown


def test_predict_reports_training_on_the_judged_run(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If training is the judged run itself, a line among the figures says so."""
    shutil.copytree(place / "before.kpath", place / "copy.kpath")
    for other, said in (
        ("before.kpath", "training is the judged run itself, so it knows the answers"),
        ("copy.kpath", "training is the judged run itself, so it knows the answers"),
        (two_runs(place, "before"), None),
    ):
        assert run_verb(["predict", "before.kpath", "--train", other]) == 0
        told = capsys.readouterr()
        shown = " ".join(told.out.split())
        assert said in shown if said else "knows" not in shown
        assert told.err == ""


def test_two_runs_that_counted_the_same_are_compared(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = two_runs(place, "before")
    assert run_verb(["diff", "before.kpath", other, "--fail-if", "any"]) == 0
    text = capsys.readouterr().out
    assert "passed  any" in text
    assert "note:" not in text


def test_threads_of_one_recording_are_compared(place: Path) -> None:
    """Two threads have no counts in common, unlike a thread and the whole run."""
    for number in (1, 2):
        copy = shutil.copytree(place / "before.kpath", place / f"{number}.kpath")
        entry = ThreadEntry(
            thread=number, name="", kind="thread", completed=0, entries=0, profile=f"{number}"
        )
        with_record(copy, identities=read_run(copy).identities, thread=entry)
    gate = ["--fail-if", "any"]
    assert run_verb(["diff", "1.kpath", "2.kpath", *gate]) == 0
    assert run_verb(["diff", "1.kpath", "--new", "2.kpath", "after.kpath"]) == 0
    assert run_verb(["diff", "1.kpath", "before.kpath", *gate]) == 2
    assert run_verb(["diff", "1.kpath", "1.kpath", *gate]) == 2


def test_diff_s_document_has_the_declared_keys(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(["diff", str(place / "before.kpath"), "after.kpath", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert complaints(document, "diff") == []
    assert all(document[kind] for kind in ("methods", "loops", "branches", "sequences"))
    assert document["matched"] == {
        "same": 1, "unchanged": 0, "alike": 1, "changed": 2, "moved": 0, "renamed": 1, "new": 1,
        "gone": 1, "base_only": 0, "new_only": 0,
    }  # fmt: skip


def test_filters_and_limits_shorten_the_lists(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def document(*arguments: str) -> dict[str, list[object]]:
        assert run_verb(["diff", "before.kpath", "after.kpath", "--json", *arguments]) == 0
        found: dict[str, list[object]] = json.loads(capsys.readouterr().out)
        return found

    assert [one["method"] for one in document("--method", "oldName")["methods"]] == ["newName"]  # type: ignore[index]
    first = document("--top", "1")
    assert first["left_out"] == {
        "methods": 4, "loops": 3, "branches": 5, "sequences": 2
    }  # fmt: skip
    # Two further sequences run through a new loop.
    assert first["in_loops"] == 2
    # What is new, gone or renamed is listed however little it costs.
    light = document("--min-share", "90%")
    methods = [one["method"] for one in light["methods"]]  # type: ignore[index]
    assert methods == ["came", "gone", "newName"]
    assert (light["light"], light["loops"], light["branches"]) == (2, [], [])
    # Two branches and one loop have shifted too little to be listed. New and gone branches and
    # loops are always listed. Four of the five sequences concern too few bytecodes.
    few = document("--min-weight", "30%")
    assert (len(few["branches"]), len(few["sequences"]), few["trifles"]) == (4, 1, 7)
    assert document("-k", "2")["k"] == 2
    assert place.is_dir()


def test_a_page_is_written_to_a_file(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["diff", "before.kpath", "after.kpath", "--format", "html", "-o", "diff.html"]
    assert run_verb(arguments) == 0
    page = (place / "diff.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "<script" not in page
    assert "exists" in failure(arguments[1:], capsys)
    assert run_verb([*arguments, "--force"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["before.kpath"], "one profile given; give two"),
        (["before.kpath"] * 3, "3 profiles given; give two, or several runs of each side"),
        (["before.kpath", "nowhere.kpath"], "the new side: no profile nowhere.kpath: it does"),
        (["before.kpath", "damaged.kpath"], "ipf.parquet cannot be read; record it again"),
        (["before.kpath", "old.kpath"], "format version 9, but this kpath-jvm reads 1"),
        (["before.kpath", "headers.kpath"], "headers.kpath at loop headers: these aren't the same"),
        (["before.kpath", "after.kpath", "-k", "9"], "-k 9 is more than the k = 4 that all"),
        (["before.kpath", "after.kpath", "--method", "nix"], "no method nix in the profile"),
        (["before.kpath", "after.kpath", "--json", "--format", "html"], "give either --json or"),
        (["before.kpath", "after.kpath", "--thread", "1"], "no profiles of threads"),
        (["before.kpath", "after.kpath", "--min-share", "x"], "write 10% or 0.1"),
        (["--new", "after.kpath"], "Missing argument"),
    ],
)
def test_bad_input_gives_an_error_of_one_line(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    for name in ("damaged", "old"):
        shutil.copytree(place / "before.kpath", place / f"{name}.kpath")
    (place / "damaged.kpath" / "ipf.parquet").write_bytes(b"PAR1")
    run = place / "old.kpath" / "run.json"
    document = json.loads(run.read_text()) | {"kpath_jvm_profile": 9}
    run.write_text(json.dumps(document))
    headers = Version(cut="loop-header").walked(LEFT)
    versions_profile(place, "headers", headers, options={"cut": "loop-header"})
    assert message in failure(arguments, capsys)


def test_different_k_and_scopes_are_reported(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"cut": "back-edge", "include": ("demo.*",), "profiler": "stream"}
    versions_profile(place, "other", Version().walked(LEFT), k=2, options=options)
    assert run_verb(["diff", "before.kpath", "other.kpath"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "the profiles were recorded with k = 2 and 4: the smallest k is used" in text
    told = (
        "note: before.kpath was recorded with no --include and other.kpath with --include demo.*, "
        "so methods and branches that only one of them counts may appear as new or gone, and "
        "shares may refer to different totals"
    )
    assert told in text
    assert "before.kpath was recorded with no --profiler and other.kpath with --profiler" in text
    assert text.index("note: ") < text.index("base: ")


SCOPES = {"cut": "back-edge", "include": (), "scope": "all", "profiler": "stream"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"include": ("demo.Stays",)}, "with no --include and other.kpath with --include demo.St"),
        ({"exclude": ("b", "a")}, "no --exclude and other.kpath with --exclude a --exclude b, so"),
        ({"scope": "loops"}, "with --scope all and other.kpath with --scope loops, so methods"),
        (
            {"profiler": "blpp"},
            "with --profiler stream and other.kpath with --profiler blpp, so methods",
        ),
    ],
)
def test_a_gate_on_profiles_that_count_different_things_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str], changed: dict[str, object], said: str
) -> None:
    """Anything that only one side counts would seem new or gone, or would be overlooked."""
    walked = Version().walked(LEFT)
    versions_profile(place, "all", walked, options=SCOPES)
    versions_profile(place, "other", walked, options=SCOPES | changed)
    both = ["all.kpath", "other.kpath"]
    told = failure([*both, "--fail-if", "any", "--junit", "junit.xml"], capsys)
    assert "--fail-if can't judge these profiles: all.kpath was recorded" in told
    assert said in told
    assert "record all of them alike, or pass --however-recorded if this is meant" in told
    xml = (place / "junit.xml").read_text()
    assert 'tests="1" failures="0" errors="1"' in xml
    assert "--fail-if can't judge" in xml
    assert run_verb(["diff", *both, "--fail-if", "any", "--however-recorded"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert said in text
    # The order of patterns doesn't matter.
    for name, order in (("one", ("a", "b")), ("two", ("b", "a"))):
        versions_profile(place, name, walked, options=SCOPES | {"include": order})
    assert run_verb(["diff", "one.kpath", "two.kpath", "--fail-if", "any"]) == 0
    capsys.readouterr()


def test_a_gate_on_an_empty_profile_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a misspelt filter, nothing is recorded, and so no figure exceeds its bound."""
    nothing = SCOPES | {"include": ("nothing.here",)}
    for name in ("empty", "empty2"):
        versions_profile(place, name, Version(), options=nothing)
    for sides in (["before.kpath", "empty.kpath"], ["empty.kpath", "empty2.kpath"]):
        told = failure([*sides, "--fail-if", "bytecodes > +10%"], capsys)
        assert (
            "empty.kpath has counted nothing (it was recorded with --include nothing.here)" in told
        )
    assert run_verb(["diff", "before.kpath", "empty.kpath"]) == 0
    assert "note: empty.kpath has counted nothing" in capsys.readouterr().out


def test_a_gate_on_a_program_that_failed_at_once_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A method that an exception ended has no completed path, so no figure exceeds its bound."""
    began = Version().program.method("back-edge")
    began.class_name, began.name = "demo/Work", "run"
    versions_profile(place, "failed", entered=[(began, 1)], exit_status=1)
    both = ["before.kpath", "failed.kpath"]
    said = (
        "failed.kpath has counted 0 bytecodes: 1 method was entered, and no path was completed "
        "(the program ended with status 1)"
    )
    assert said in failure([*both, "--fail-if", "total > +10%"], capsys)
    assert run_verb(["diff", *both, "--fail-if", "total > +10%", "--however-recorded"]) == 0
    assert f"note: {said}" in " ".join(capsys.readouterr().out.split())


def test_a_gate_on_two_programs_is_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that the base did is gone, but most conditions fail only if something grows."""
    versions_profile(place, "one", Version().walked(LEFT, times=4))
    other = Version(
        ((1,), (2, 3), (1,), ()), [(0, *(1, 2) * 3, 1, 3)], name="main", class_name="demo/Other"
    )
    versions_profile(place, "other", other)
    both = ["one.kpath", "other.kpath"]
    said = "no method ran on both sides, so these seem to be different programs"
    assert said in failure([*both, "--fail-if", "total > +10%"], capsys)
    assert run_verb(["diff", *both, "--fail-if", "total > +10%", "--however-recorded"]) == 0
    assert f"note: {said}" in capsys.readouterr().out
    # A program whose only method has another name now is the same program.
    versions_profile(place, "renamed", Version(name="walk", digest="x").walked(LEFT, times=4))
    assert run_verb(["diff", "one.kpath", "renamed.kpath", "--fail-if", "total > +10%"]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (
            {"exit_status": 1},
            "the program ended with status 1, so it may have done less than usual",
        ),
        ({"exit_status": 137, "signal": 9}, "the program was killed by signal 9, so it may have"),
    ],
)
def test_failed_programs_are_noted_by_diff(
    place: Path, capsys: pytest.CaptureFixture[str], run: dict[str, int], said: str
) -> None:
    with_record(place / "after.kpath", **run)
    for kind in ("text", "md", "html"):
        assert run_verb(["diff", "before.kpath", "after.kpath", "--format", kind]) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert f"note: after.kpath: {said}" in told
        assert told.index("note: ") < told.index("base: ")
    assert run_verb(["diff", "before.kpath", "after.kpath", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [said in told for told in document["ended"]] == [True]
    assert complaints(document, "diff") == []


def test_gates_on_methods_with_only_entries_are_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A method that has grown too large for probes would seem to do nothing any more."""
    other = Version(name="stays", class_name="demo/Stays").walked(LEFT)
    grown = entries_only(class_name="demo/Work", name="run")
    versions_profile(place, "small", Version().walked(LEFT, times=9), other)
    versions_profile(place, "large", other, entered=[(grown, 9)])
    lost = "of Work.run only entries were counted in large.kpath, so bytecodes that other profiles"
    for sides in (["small.kpath", "large.kpath"], ["large.kpath", "small.kpath"]):
        told = failure([*sides, "--fail-if", "total > +10%"], capsys)
        assert lost in told
        assert run_verb(["diff", *sides]) == 0
        assert f"note: {lost}" in " ".join(capsys.readouterr().out.split())
    # If no profile has the method's bytecodes, a gate on this method can't be judged. Gates on
    # other methods can be judged.
    versions_profile(place, "large2", other, entered=[(grown, 12)])
    both = ["large.kpath", "large2.kpath"]
    assert run_verb(["diff", *both, "--fail-if", "bytecodes > +10%"]) == 0
    capsys.readouterr()
    for kind in ("bytecodes", "total", "share", "iterations", "outcome"):
        told = failure([*both, "--fail-if", f"{kind}(Work.run) > 10%", "-o", kind], capsys)
        assert f"only the entries of Work.run were counted, so its {kind} is not known" in told
        # A condition that names one method can't have a min-share.
        assert "; a condition on entries can judge the method" in told
    told = failure([*both, "--fail-if", "iterations(Work.*) > 10%", "-o", "all"], capsys)
    assert "; a condition on entries with ', min-share 0%' at its end can judge the method" in told
    for entries in ("entries(Work.run) > 10%", "entries(Work.*) > 10%, min-share 0%"):
        assert run_verb(["diff", *both, "--fail-if", entries]) == 1
    capsys.readouterr()


def test_a_sum_and_a_run_have_the_same_figures(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = two_runs(place, "before")
    assert run_verb(["merge", "before.kpath", other, "-o", "sum.kpath"]) == 0
    capsys.readouterr()
    documents = []
    for base in ("before.kpath", "sum.kpath"):
        gate = ["--fail-if", "bytecodes(grows) > +100%", "--fail-if", "total > +10%"]
        assert run_verb(["diff", base, "after.kpath", "--json", *gate]) == 1
        documents.append(json.loads(capsys.readouterr().out))
    one, whole = documents
    assert (one["base"]["runs"], whole["base"]["runs"]) == ([1], [2])
    assert complaints(whole, "diff") == []
    for key in ("methods", "loops", "branches", "sequences", "gates"):
        assert one[key] == whole[key]
    assert one["base"]["bytecodes"] == whole["base"]["bytecodes"]
    for kind in ("text", "md", "html"):
        assert run_verb(["diff", "sum.kpath", "after.kpath", "--format", kind]) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert "2 runs of dacapo eclipse (stand-in), size default; 2,410 bytecodes a run" in text
        assert "a profile that adds up several runs counts as their mean" in text


def test_an_empty_list_of_conditions_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "gates.toml").write_text("[diff]\nfail-if = []\n")
    assert run_verb(["--config", "gates.toml", "diff", "before.kpath", "after.kpath"]) == 2
    assert "fail-if = [] in the file of defaults: nothing would be" in capsys.readouterr().err
    gate = ["--fail-if", "new-method > 90%"]
    assert run_verb(["--config", "gates.toml", "diff", "before.kpath", "after.kpath", *gate]) == 0


def test_the_number_of_a_side_s_commands_is_shown(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, size in (("small", "1"), ("large", "2")):
        command = ("java", "Main", size)
        versions_profile(place, name, Version().walked(LEFT), command=command, workload=None)
    runs = ["small.kpath", "large.kpath", "--new", "after.kpath"]
    assert run_verb(["diff", *runs]) == 0
    told = "base: small.kpath, large.kpath (2 runs): 2 commands, for example java Main 1; 70 "
    assert f"{told}bytecodes a run, in 1 method" in " ".join(capsys.readouterr().out.split())


def test_page_and_junit_list_all_that_fails_a_condition(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gate = ["--fail-if", "any", "--junit", "junit.xml"]
    assert run_verb(["diff", "before.kpath", "after.kpath", *gate, "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["gates"]
    number = len(found["found"])
    assert found["text"].endswith(
        f"; {number - 3} more (--top {max(number, 11)} names all; --json and --junit have them, "
        "too)"
    )
    all_of_them = ["--top", str(max(number, 11)), "--json"]
    assert run_verb(["diff", "before.kpath", "after.kpath", *gate[:2], *all_of_them]) == 1
    (whole,) = json.loads(capsys.readouterr().out)["gates"]
    assert whole["text"] == "; ".join(found["found"])
    xml = (place / "junit.xml").read_text()
    assert run_verb(["diff", "before.kpath", "after.kpath", *gate[:2], "--format", "html"]) == 1
    page = capsys.readouterr().out
    for one in found["found"]:
        assert escape(one) in xml
        assert html.escape(one) in page


def test_unjudged_conditions_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run = Version().walked(*[LEFT] * 10)
    versions_profile(tmp_path, "one", run)
    versions_profile(tmp_path, "other", replace(run, escapes=30))
    asked = ["diff", "one.kpath", "other.kpath", "--fail-if", "iterations > 10%"]
    bounds = "demo.Work.run(int), loop at line 2: iterations per entry 10 → 0.3 to 10.0"
    assert run_verb([*asked, "--junit", "it.xml"]) == 2
    out, err = capsys.readouterr()
    assert f"error iterations > 10%: it can't be told: {bounds}" in " ".join(out.split())
    assert "--completed-only" in out
    assert err == "kpath-jvm: 1 gate can't be judged; the results on stdout say why\n"
    assert f"it can't be told: {bounds}" in (tmp_path / "it.xml").read_text()
    assert run_verb([*asked, "--json"]) == 2
    document = json.loads(capsys.readouterr().out)
    assert complaints(document, "diff") == []
    (gate,) = document["gates"]
    assert (gate["passed"], gate["found"]) == (False, [bounds])
    assert gate["error"].startswith(f"condition 'iterations > 10%': it can't be told: {bounds};")
    assert run_verb([*asked, "--format", "md"]) == 2
    assert "| **error** | iterations" in capsys.readouterr().out
    assert run_verb([*asked, "--format", "html", "-o", "it.html"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"kpath-jvm: {gate['error']}\n")
    assert '<tr class="error"><td>error</td>' in (tmp_path / "it.html").read_text()
    assert run_verb([*asked, "--completed-only", "--json"]) == 0
    (gate,) = json.loads(capsys.readouterr().out)["gates"]
    assert "what these paths did isn't counted" in gate["text"]
    assert gate["brief"] == "no change"
