"""Tests the verbs store and fleet as users type them."""

import json
import re
import shlex
from pathlib import Path

import msgspec
import pytest

from builders.called import add_callers, caller_counts
from builders.resampled import with_record
from builders.stores import filled, profiles
from builders.timed import add_samples
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.cli.main import run_verb
from kpath_jvm.cli.many.fleet import AnswerOptions, for_people
from kpath_jvm.cli.options.outputs import FormatOptions
from kpath_jvm.fleet.answers import Answer
from kpath_jvm.profile.beside import BESIDE
from kpath_jvm.profile.names import method_title
from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.record import content_of
from kpath_jvm.store.store import Store


def test_a_run_added_as_a_second_version_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A question about both versions is refused, so users must know that the run is in both."""
    monkeypatch.chdir(tmp_path)
    one, other = [path.name for path in profiles(tmp_path)][:2]
    added = ["store", "add", "kept", "--service", "shop", "--day", "2026-11-01", "--version"]
    for name, version, more in (
        (one, "1", []),
        (other, "1", []),
        (one, "1", []),
        (one, "2", ["1"]),
        (one, "3", ["1", "2"]),
    ):
        assert run_verb([*added, version, name]) == 0
        lines = capsys.readouterr().err.splitlines()
        assert [line for line in lines if "also" in line] == [
            f"kpath-jvm: {name} is also in the store as a run of shop {known}, 2026-11-01; a "
            "question to `fleet` about both is refused, because the run would count twice"
            for known in more
        ]


def test_runs_are_added_listed_compared_merged_and_pruned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names = [path.name for path in profiles(tmp_path)]
    for version, day, name in zip("112", ("01", "02", "03"), names, strict=False):
        added = ["store", "add", "kept", name, "--service", "shop", "--version", version]
        assert run_verb([*added, "--day", f"2026-11-{day}"]) == 0
    assert run_verb([*added, "--day", "2026-11-03"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in told] == [
        "1.kpath added", "2.kpath added", "3.kpath added", "3.kpath is already there",
    ]  # fmt: skip
    assert run_verb(["store", "list", "kept", "--version", "1"]) == 0
    assert [line.split()[1:4] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["shop", "1", "2026-11-01"], ["shop", "1", "2026-11-02"],
    ]  # fmt: skip
    pytest.importorskip("duckdb")
    assert run_verb(["fleet", "top", "kept", "--top", "2"]) == 0
    assert capsys.readouterr().out.count(" path completions\n") == 2
    assert run_verb(["fleet", "top", "kept", "--by", "path", "--json"]) == 0
    assert '"kpath_jvm_fleet": 1' in capsys.readouterr().out
    assert run_verb(["fleet", "diff", "kept", "--base", "1", "--new", "2"]) == 0
    heads, first, *_ = capsys.readouterr().out.splitlines()
    assert heads.endswith("  change")
    assert re.fullmatch(r".* %  +[+-][0-9.]+ points", first)
    assert run_verb(["fleet", "merge", "kept", "-o", "whole.kpath"]) == 0
    assert run_verb(["report", "whole.kpath"]) == 0
    assert "3 runs of dacapo" in capsys.readouterr().out
    assert run_verb(["store", "prune", "kept", "--before", "2026-11-03", "--dry-run"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    for left in (2, 0):
        assert run_verb(["store", "prune", "kept", "--before", "2026-11-03"]) == 0
        assert len(capsys.readouterr().out.splitlines()) == left
    assert run_verb(["store", "list", "nosuch"]) == 2
    assert capsys.readouterr().err.startswith("kpath-jvm: no store nosuch: ")


def test_the_table_of_runs_shortens_commands_and_the_document_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = profiles(tmp_path)[0]
    long = f"java -cp {'/a/very/long/path.jar:' * 40} -Xmx1g acme.Main 12"
    with_record(path, workload=None, command=tuple(long.split(" ")))
    assert run_verb(["store", "add", "kept", path.name, "--service", "shop", "--version", "1"]) == 0
    run = capsys.readouterr().err.split()[-1]
    assert run_verb(["store", "list", "kept"]) == 0
    header, line = capsys.readouterr().out.splitlines()
    names = [
        "run", "service", "version", "day", "added", "java", "k", "bytecodes", "completions",
        "counts", "what ran",
    ]  # fmt: skip
    assert header.split(maxsplit=10) == names
    assert line.split()[5] == "21.0.2"
    assert line.startswith(f"{run}  shop     1        ")
    assert line.endswith("java … acme.Main 12")
    assert header.index("what ran") == line.index("java …")
    bytecodes, completions = line[: line.index(" java …")].split()[-3:-1]
    paths = Profile.open(path).paths
    assert completions == f"{paths['count'].sum():,}"
    assert bytecodes == f"{Costs(Profile.open(path)).total:,}"
    for arguments in (["--json"], ["--format", "json"]):
        assert run_verb(["store", "list", "kept", *arguments]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["kpath_jvm_store"] == 1
        (row,) = document["runs"]
        assert (row["run"], row["version"], row["title"]) == (run, "1", long)
        assert row["java_versions"] == ["21.0.2"]
    assert run_verb(["store", "get", "kept", "-o", "base.kpath"]) == 0
    assert capsys.readouterr().err.splitlines()[0].endswith(": java … acme.Main 12")
    assert run_verb(["store", "prune", "kept", "--run", run]) == 0
    capsys.readouterr()
    assert run_verb(["store", "list", "kept"]) == 0
    assert capsys.readouterr().out == ""


def test_a_single_profile_is_copied_out_of_a_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names = [path.name for path in profiles(tmp_path)][:3]
    # The run of the last day wasn't added last.
    for name, day in zip(names, ("03", "02", "01"), strict=True):
        added = ["store", "add", "kept", name, "--service", "shop", "--version", "main"]
        assert run_verb([*added, "--day", f"2026-11-{day}"]) == 0
    ids = [line.rpartition(" ")[2] for line in capsys.readouterr().err.splitlines()]
    get = ["store", "get", "kept", "--version", "main", "-o", "base.kpath"]
    for arguments, name, run in (
        (get, names[0], ids[0]),
        ([*get, "--until", "2026-11-02", "--force"], names[1], ids[1]),
        ([*get, ids[2][:8], "--force"], names[2], ids[2]),
    ):
        assert run_verb(arguments) == 0
        assert f"base.kpath is run {run} of shop main, " in capsys.readouterr().err
        for file in Path(name).iterdir():
            assert (Path("base.kpath") / file.name).read_bytes() == file.read_bytes()
    for arguments, message in (
        (get, "base.kpath exists; pass --force"),
        (["store", "get", "kept", "f00", "-o", "x"], "has the id 'f00'; `kpath-jvm store list`"),
        (["store", "get", "kept", "", "-o", "x"], "3 runs in kept have ids that begin with ''"),
        (["store", "get", "kept", "--version", "mian", "-o", "x"], "did you mean main?"),
    ):
        assert run_verb(arguments) == 2
        assert message in capsys.readouterr().err
    next(Path("kept/profiles").rglob(f"{ids[0]}/run.json")).write_text("{}")
    # After any failure, there must be no base.kpath, not even the earlier profile.
    for wrong in ([], ["--since", "2026-11-04"], ["--service", "shpo"], ["f00"]):
        assert run_verb([*get, "--force", *wrong]) == 2
        end = "; the earlier profile is base.kpath.earlier now\n"
        assert capsys.readouterr().err.endswith(end)
        assert not Path("base.kpath").exists()
        Path("base.kpath.earlier").rename("base.kpath")
    assert run_verb(["store", "get", "nosuch", "-o", "base.kpath", "--force"]) == 2
    assert not Path("base.kpath").exists()


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(str(tmp_path / "kept"), tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["list", "kept", "--service", "shpo"], "no run of --service shpo in kept; did you mean"),
        (["list", "kept", "--version", "9"], "no run of --version 9 in kept; `kpath-jvm store"),
        (
            ["list", "kept", "--service", "a/b c", "--version", "1"],
            "no run of --service a/b c --version 1 in kept; `kpath-jvm store list` shows all",
        ),
        (
            ["prune", "kept", "--before", "2026-12-01", "--service", "shpo"],
            "no run of --service shpo in kept; did you mean shop?",
        ),
        (["prune", "kept", "--before", "2026-12-01", "--version", "3"], "no run of --version 3"),
        (["prune", "nosuch", "--before", "2026-12-01"], "no store nosuch"),
        (["prune", "nosuch"], "no store nosuch"),
        (["prune", "kept", "--service", "shop"], "--service shop has no effect without --before"),
        (["prune", "kept", "--run", "f00"], "no run in kept has the id 'f00'"),
        (["prune", "kept", "--run", ""], "4 runs in kept have ids that begin with ''"),
        (
            ["prune", "kept", "--run", "f", "--before", "2026-12-01"],
            "--run has no effect with --before; leave one of the two out",
        ),
        (["get", "kept", "--since", "2026-11-04", "-o", "x"], "no run of --since 2026-11-04 in"),
        (["list", "kept", "--since", "2026-11-04"], "no run of --since 2026-11-04 in kept"),
    ],
)
def test_arguments_that_fit_no_run_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    """Ids that fit several runs are errors, too, and so are options that exclude each other."""
    assert run_verb(["store", *arguments]) != 0
    told = capsys.readouterr()
    assert message in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert len(Store("kept").runs()) == 4


@pytest.mark.usefixtures("kept")
def test_a_service_without_old_runs_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["store", "prune", "kept", "--before", "2026-11-01", "--service", "shop"]) == 0
    assert capsys.readouterr().out == ""
    assert run_verb(["store", "prune", "kept", "--before", "2026-11-02", "--service", "shop"]) == 0
    assert "shop  1  2026-11-01" in capsys.readouterr().out
    for _ in range(2):
        assert run_verb(["store", "prune", "kept", "--before", "2026-12-01"]) == 0
    assert run_verb(["store", "list", "kept"]) == 0
    assert capsys.readouterr().out.count("\n") == 3


def test_samples_and_callers_are_not_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, *_ = profiles(tmp_path)
    add_samples(first)
    add_callers(first, caller_counts({}))
    for path in (first, second):
        words = ["store", "add", str(tmp_path / "kept"), str(path), "--service", "a"]
        assert run_verb([*words, "--version", "1"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "aren't" in line]
    assert told == [f"kpath-jvm: {what} of {first} aren't stored" for what in BESIDE]
    assert not list((tmp_path / "kept").rglob("time.json"))
    assert not list((tmp_path / "kept").rglob("callers.json"))


def test_runs_of_a_day_are_listed_in_the_order_they_were_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names = [path.name for path in profiles(tmp_path)]
    for name in names:
        added = ["store", "add", "kept", name, "--service", "shop", "--version", "main"]
        assert run_verb([*added, "--day", "2026-11-01"]) == 0
    ids = [line.rpartition(" ")[2] for line in capsys.readouterr().err.splitlines()]
    assert run_verb(["store", "list", "kept"]) == 0
    rows = [re.split(" {2,}", line) for line in capsys.readouterr().out.splitlines()[1:]]
    assert [row[0] for row in rows] == ids
    for row in rows:
        assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", row[4])
    assert run_verb(["store", "get", "kept", "-o", "base.kpath"]) == 0
    assert f"base.kpath is run {ids[-1]} of shop main, 2026-11-01, added {rows[-1][4]}: " in (
        capsys.readouterr().err
    )


def test_a_run_of_two_versions_can_be_removed_from_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = profiles(tmp_path)[0].name
    for version in ("main", "pr-7"):
        added = ["store", "add", "kept", name, "--service", "shop", "--version", version]
        assert run_verb([*added, "--day", "2026-11-01"]) == 0
    run = Store("kept").runs()[0].run
    capsys.readouterr()
    assert run_verb(["fleet", "merge", "kept", "-o", "sum.kpath"]) == 2
    told = capsys.readouterr().err
    assert "or remove one with `kpath-jvm store prune kept --run ID`" in told
    assert run_verb(["store", "prune", "kept", "--run", run[:8]]) == 2
    assert f"run {run} is 2 times in kept: as shop main on 2026-11-01, shop pr-7 on" in (
        capsys.readouterr().err
    )
    removed = ["store", "prune", "kept", "--run", run[:8], "--version", "pr-7"]
    for options, left in ((["--dry-run"], 2), ([], 1)):
        assert run_verb([*removed, *options]) == 0
        assert capsys.readouterr().out == f"{run}  shop  pr-7  2026-11-01\n"
        assert len(Store("kept").runs()) == left
    assert run_verb(["fleet", "merge", "kept", "-o", "sum.kpath"]) == 0


def test_differently_recorded_runs_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb")
    monkeypatch.chdir(tmp_path)
    recorded = {"profiler": "stream", "cut": "back-edge", "scope": "all", "exclude": ()}
    for version, path in zip("12", profiles(tmp_path), strict=False):
        options = recorded | {"include": ("demo",) if version == "1" else ()}
        with_record(path, options=options)
        added = ["store", "add", "kept", path.name, "--service", "shop", "--version", version]
        assert run_verb([*added, "--day", "2026-11-01"]) == 0
    # If an earlier version of kpath-jvm added a run, the run's file doesn't have the options.
    first = Store("kept").runs()[0]
    older = msgspec.structs.replace(first, recorded=None)
    (tmp_path / "kept" / first.commit).write_bytes(content_of(older))
    said = "of shop 1 on 2026-11-01 was recorded with --include demo and run "
    for verb in (["diff", "kept", "--base", "1", "--new", "2"], ["top", "kept"]):
        capsys.readouterr()
        assert run_verb(["fleet", *verb]) == 0
        told = capsys.readouterr()
        # The note belongs to the table, so both go to the same place.
        line = told.out.splitlines()[0]
        assert (told.err, line[:10]) == ("", "note: run ")
        assert said in line
        assert " with no --include: what only some runs count seems to be new" in line
        assert run_verb(["fleet", *verb, "--json"]) == 0
        assert said in json.loads(capsys.readouterr().out)["notes"][0]
    capsys.readouterr()
    assert run_verb(["fleet", "merge", "kept", "-o", "sum.kpath"]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "or pass --however-recorded" in told
    assert run_verb(["fleet", "merge", "kept", "-o", "sum.kpath", "--however-recorded"]) == 0
    capsys.readouterr()
    assert run_verb(["report", "sum.kpath"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "recorded with no --include and with --include demo" in told


@pytest.mark.usefixtures("kept")
def test_method_names_are_readable_in_tables_and_raw_in_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("duckdb")
    assert run_verb(["fleet", "top", "kept", "--top", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (row,) = document["rows"]
    assert row["class_name"].startswith("demo/")
    assert row["share"] == row["bytecodes"] / document["bytecodes"]
    assert run_verb(["fleet", "top", "kept", "--top", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4 profiles, 2026-11-01 to 2026-11-03; ")
    assert f"; {document['bytecodes']:,} bytecodes of recorded code" in lines[0]
    heads = next(at for at, line in enumerate(lines) if line.split() == ["share", "method"])
    shown = lines[heads + 1]
    title = method_title(row["class_name"], row["method"], row["descriptor"])
    assert shown.endswith(f"  {title.removeprefix('demo.')}  demo")


@pytest.mark.usefixtures("kept")
def test_a_sum_of_three_runs_is_one_profile_and_three_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("duckdb")
    assert run_verb(["fleet", "merge", "kept", "--service", "shop", "-o", "sum.kpath"]) == 0
    added = ["--service", "shop", "--version", "1", "--day", "2026-11-01"]
    assert run_verb(["store", "add", "sums", "sum.kpath", *added]) == 0
    for verb, first in (("top", "1 profile, 2026-11-01; "), ("trend", "3 runs of shop 1, ")):
        capsys.readouterr()
        assert run_verb(["fleet", verb, "sums"]) == 0
        assert capsys.readouterr().out.startswith(first)


def test_former_names_are_readable_in_tables() -> None:
    columns = ("class_name", "method", "descriptor", "code", "was", "change")
    rows = [("a/b/C", "m", "(I)V", "alike", "a/b/Old$In.n([Ljava/lang/String;)V", 0.0)]
    answer = Answer(columns, rows, 1, Completeness(), ("2026-11-01", "2026-11-01"))
    assert for_people(answer) == (
        ("method", "code", "was", "change"),
        [("a.b.C.m(int)", "alike", "a.b.Old$In.n(String[])", 0.0)],
    )


@pytest.mark.usefixtures("kept")
def test_runs_of_earlier_versions_are_listed_with_their_java(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Earlier versions of kpath-jvm stored Java's version only in the profile's run.json."""
    assert run_verb(["store", "list", "kept", "--json"]) == 0
    wanted = capsys.readouterr().out
    store = Store("kept")
    for run in store.runs():
        older = msgspec.structs.replace(run, java_versions=None, run_count=None, command=None)
        store.place.put(run.commit, content_of(older))
    assert run_verb(["store", "list", "kept", "--json"]) == 0
    assert capsys.readouterr().out == wanted


@pytest.mark.usefixtures("kept")
def test_a_trend_has_a_table_for_each_figure(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("duckdb")
    trend = ["fleet", "trend", "kept", "--service", "shop"]
    assert run_verb(trend) == 0
    told = capsys.readouterr().out
    first, table, legend = told.split("\n\n")
    assert first == "3 runs of shop, 2026-11-01 to 2026-11-02; Java 21.0.2; counts: exact"
    title, heads, *rows = table.splitlines()
    assert title == "total: executed bytecodes of all recorded code"
    assert heads.split() == [
        "version", "day", "run", "per", "run", "change", "since", "first"
    ]  # fmt: skip
    assert [row.split()[:2] for row in rows] == [
        ["1", "2026-11-01"], ["1", "2026-11-02"], ["2", "2026-11-02"]
    ]  # fmt: skip
    assert rows[0].split()[4:] == ["-", "-"]
    ids = [run.run[:8] for run in Store("kept").runs()[1:]]
    assert [row.split()[2] for row in rows] == ids
    # The last line has commands that can be copied.
    step = legend.splitlines()[-1]
    assert step.startswith("next: `kpath-jvm store get kept ")
    for command in step.split("`")[1].split(" && "):
        assert run_verb(command.split()[1:]) == 0
    told = capsys.readouterr().out
    assert f"base: {ids[1]}.kpath" in told
    assert f"new:  {ids[2]}.kpath" in told
    figures = ["--figure", "total(Shared.run)", "--figure", "entries(Shared.run)"]
    assert run_verb([*trend, *figures, "--by", "version"]) == 0
    tables = capsys.readouterr().out.split("\n\n")
    assert [table.splitlines()[0] for table in tables[1:3]] == [
        "total(Shared.run): bytecodes of the method's own code, without what it calls",
        "entries(Shared.run)",
    ]  # fmt: skip
    assert (
        tables[3]
        .splitlines()[-1]
        .startswith("next: `kpath-jvm fleet diff kept --service shop --base 1 --new 2` shows")
    )
    assert run_verb([*trend, *figures, "--by", "version", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["kpath_jvm_fleet"], document["runs"], len(document["rows"])) == (1, 3, 4)
    assert {row["figure"] for row in document["rows"]} == {figures[1], figures[3]}
    Path("rules.toml").write_text('[[rule]]\nshare = "Figure3.*"\nat-most = "50%"\n')
    assert run_verb([*trend, "--rules", "rules.toml"]) == 0
    title, heads, *rows = capsys.readouterr().out.split("\n\n")[1].splitlines()
    assert title.startswith("share of Figure3.*: share of the executed bytecodes that belongs to ")
    assert re.search(r"; at most 50 %, broken by [0-3] of 3 profiles$", title)
    assert heads.split()[-1] == "rule"
    assert re.search(r" points  (broken|kept)$", rows[1])
    for wrong, message in (
        (["--figure", "total > 2%"], "isn't a figure; a trend has no bound"),
        (["--figure", "entries(Shard.run)"], "no method Shard.run in these runs; did you mean"),
        (["--by", "week"], "'week' is not one of"),
    ):
        assert run_verb([*trend, *wrong]) == 2
        assert message in capsys.readouterr().err


def test_the_next_step_compares_the_runs_that_the_trend_is_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb")
    monkeypatch.chdir(tmp_path)
    filled("kept", tmp_path)
    chosen = ["--since", "2026-11-02", "--until", "2026-11-02", "--master", "local[1]"]
    trend = ["fleet", "trend", "kept", "--service", "shop", "--by", "version"]
    assert run_verb([*trend, *chosen]) == 0
    out = capsys.readouterr().out
    assert out.startswith("2 runs of shop, 2026-11-02; ")
    command = shlex.split(out.splitlines()[-1].split("`")[1])[1:]
    assert command == [
        *("fleet", "diff", "kept", "--service", "shop", "--base", "1", "--new", "2"), *chosen,
    ]  # fmt: skip
    assert run_verb([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"] == 2
    spark = AnswerOptions(
        engine="spark", master="local[1]", printed=FormatOptions(None, as_json=False)
    )
    assert spark.words == ["--engine", "spark", "--master", "local[1]"]
