"""Tests a project's defaults of options: where they are found, their effect, and their errors."""

import re
from pathlib import Path
from typing import Any

import click
import pytest

from builders.recordings import demo_profile
from kpath_jvm.cli.main import VERBS, run_verb
from kpath_jvm.cli.options import defaults
from kpath_jvm.cli.run import command as run
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.destination import check_name
from kpath_jvm.recording.options import DEFAULT_LENGTH
from kpath_jvm.sessions import run as running
from kpath_jvm.sessions.request import Request


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def in_context(table: dict[str, Any], *arguments: str) -> click.Context:
    """Returns click's context of a ``run`` with these arguments and the defaults in ``table``."""
    return run.make_context("run", list(arguments), default_map=table)


def test_the_nearest_file_in_the_directories_above_is_used(tmp_path: Path) -> None:
    outer = written(tmp_path / "kpath.toml", "[run]\nk = 2\n")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    found = defaults.find(inner)
    assert found is not None
    assert found.path == outer
    nearer = written(tmp_path / "a" / "pyproject.toml", "[tool.kpath-jvm.run]\nk = 3\n")
    found = defaults.find(inner)
    assert found is not None
    assert (found.path, found.tables) == (nearer, {"run": {"k": 3}})
    own = written(tmp_path / "a" / "kpath.toml", "[run]\nk = 4\n")
    found = defaults.find(inner)
    assert found is not None
    assert found.path == own


@pytest.mark.parametrize(
    "text",
    [
        '[tool."kpath-jvm".run]\nk = 3\n',
        "[tool . 'kpath-jvm' . run]\nk = 3\n",
        "[tool]\nkpath-jvm = {run = {k = 3}}\n",
        "tool.kpath-jvm.run.k = 3\n",
    ],
)
def test_each_spelling_of_our_table_is_found(tmp_path: Path, text: str) -> None:
    path = written(tmp_path / "pyproject.toml", text)
    found = defaults.find(tmp_path)
    assert found is not None
    assert (found.path, found.tables) == (path, {"run": {"k": 3}})


def test_broken_files_that_mention_us_are_not_skipped(tmp_path: Path) -> None:
    written(tmp_path / "pyproject.toml", "[tool.'kpath-jvm'\n")
    with pytest.raises(KpathError, match="cannot read the defaults"):
        defaults.find(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "[project]\nname = 'x'\n",
        "[project]\ndependencies = ['kpath-jvm']\n# tool.kpath-jvm\n",
        "broken [",
        "[tool.other]\nk = 1\n",
    ],
)
def test_projects_without_our_table_are_skipped(tmp_path: Path, text: str) -> None:
    outer = written(tmp_path / "kpath.toml", "[run]\n")
    written(tmp_path / "a" / "pyproject.toml", text)
    found = defaults.find(tmp_path / "a")
    assert found is not None
    assert found.path == outer


def test_defaults_are_converted_as_on_the_command_line(tmp_path: Path) -> None:
    tables = {
        "run": {
            "k": 3, "exclude": ["org.a.*", "org.b"], "packing": False, "force": True,
            "journal": "64M", "output": "out.kpath", "guide": "/g.kpath",
        }
    }  # fmt: skip
    found = defaults.Defaults(tmp_path / "kpath.toml", tables).of("run", run, VERBS)
    ctx = in_context(found, "--include", "org", "-k", "5")
    assert ctx.params["k"] == 5
    assert ctx.params["exclude"] == ("org.a.*", "org.b")
    assert (ctx.params["packing"], ctx.params["force"]) == (False, True)
    assert ctx.params["journal"] == 64 << 20
    assert ctx.params["output"] == tmp_path / "out.kpath"
    assert ctx.params["guide"] == Path("/g.kpath")
    assert defaults.is_given(ctx, "k")
    assert not defaults.is_given(ctx, "journal")
    assert not defaults.is_given(ctx, "top")
    assert defaults.is_of_project(ctx, "journal")
    shown = defaults.in_effect(ctx)
    assert [one for one in shown if one.startswith(("-k", "--include"))] == []
    assert {"--exclude org.a.*", "--exclude org.b", "--no-packing", "--force"} <= set(shown)


def test_a_default_without_effect_is_withdrawn(tmp_path: Path) -> None:
    tables = {"run": {"size": "small", "k": 3}}
    ctx = in_context(defaults.Defaults(tmp_path / "kpath.toml", tables).of("run", run, VERBS))
    assert ctx.params["size"] == "small"
    for name in ("size", "k", "output"):
        defaults.forget(ctx, name)
    assert [ctx.params[name] for name in ("size", "k", "output")] == [None, DEFAULT_LENGTH, None]
    assert defaults.in_effect(ctx) == []


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        (
            "[run]\nkk = 3",
            ["run.kk", "no option 'kk'", "did you mean k?; change it there, or leave it out with"],
        ),
        ("[run]\nk = 99", ["run.k: '99' is not a whole number from 1 to 64"]),
        ("[run]\nk = true", ["run.k: is True, not a text or a number"]),
        ("[run]\npacking = 3", ["run.packing: is 3, not true or false"]),
        ("[run]\nexclude = 'org'", ["run.exclude: is 'org', not a list"]),
        ("[run]\ncut = 'no'", ["run.cut", "'no'", "back-edge"]),
        ("[run]\nhelp = true", ["no option 'help'"]),
        ("[rum]\nk = 1", ["no verb 'rum'", "did you mean run?"]),
        ("run = 3", ["run: is 3, not a table"]),
        ("[run", ["cannot read the defaults", "correct it, or leave it out with"]),
    ],
)
def test_errors_in_defaults_have_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, fragments: list[str]
) -> None:
    path = written(tmp_path / "other.toml", text)
    assert run_verb(["--config", str(path), "run", "--", "java", "-version"]) == 125
    captured = capsys.readouterr()
    assert captured.err.startswith("kpath-jvm: ")
    assert captured.err.count("\n") == 1
    assert str(path) in captured.err
    for fragment in fragments:
        assert fragment in captured.err


@pytest.mark.parametrize(
    "before", [["--config", "kpath.toml"], ["--config=kpath.toml"], ["--no-config"]]
)
def test_defaults_change_no_exit_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: list[str]
) -> None:
    written(tmp_path / "kpath.toml", "")
    monkeypatch.chdir(tmp_path)
    assert run_verb([*before, "run", "--no-such"]) == 125
    assert run_verb([*before, "report", "nothing.kpath"]) == 2
    assert run_verb([*before, "diff", "nothing.kpath", "nothing.kpath"]) == 2


def test_a_missing_file_of_defaults_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(["--config", str(tmp_path / "no.toml"), "report", "x"]) == 2
    assert "cannot read the defaults" in capsys.readouterr().err
    assert run_verb(["--config", "x", "--no-config", "report", "x"]) == 2
    assert "exclude each other" in capsys.readouterr().err


def test_each_verb_reads_only_its_own_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "kpath.toml", "[run]\nnonsense = 1\n[workloads]\nlong = true\n")
    monkeypatch.chdir(tmp_path)
    assert run_verb(["workloads"]) == 0
    long = capsys.readouterr().out
    assert run_verb(["--no-config", "workloads"]) == 0
    assert capsys.readouterr().out != long
    assert run_verb(["--no-config", "workloads", "--long"]) == 0
    assert capsys.readouterr().out == long


def test_defaults_take_effect_in_a_whole_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first message names the defaults in effect. Defaults without effect aren't refused."""
    written(
        tmp_path / "kpath.toml",
        "[run]\nsize = 'small'\nk = 3\nrecord = 'r'\njournal = '0'\nexclude = ['org']\n",
    )
    monkeypatch.chdir(tmp_path)
    missing = str(tmp_path / "java")
    assert run_verb(["run", "--profiler", "edge", "--", missing]) == 125
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == f"kpath-jvm: set by {tmp_path / 'kpath.toml'}: --exclude org"
    assert len(lines) == 2
    assert run_verb(["run", "-k", "2", "--", missing]) == 125
    first = capsys.readouterr().err.splitlines()[0]
    assert "--record" in first
    assert "--journal 0" in first
    assert "-k" not in first
    assert "--size" not in first


def test_an_unusable_default_is_named_with_its_file(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="leave it out with `kpath-jvm --no-config"):
        defaults.Defaults(tmp_path / "kpath.toml", {"run": {"x": 1}}).of("run", run, VERBS)


def test_a_name_with_a_field_is_new_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = demo_profile(tmp_path)
    written(tmp_path / "kpath.toml", '[report]\noutput = "r-{n}.txt"\n')
    monkeypatch.chdir(tmp_path)
    for number in (1, 2, 3):
        assert run_verb(["report", str(profile)]) == 0
        assert f"--output {tmp_path / f'r-{number}.txt'}" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.glob("r-*")) == ["r-1.txt", "r-2.txt", "r-3.txt"]
    (tmp_path / "r-2.txt").unlink()
    assert run_verb(["report", str(profile), "-o", "mine.txt"]) == 0
    assert not (tmp_path / "r-2.txt").exists()
    assert run_verb(["report", str(profile)]) == 0
    assert (tmp_path / "r-2.txt").exists()


def test_fields_in_names_are_filled_in(tmp_path: Path) -> None:
    def output(text: str) -> str:
        tables = {"run": {"output": text, "guide": "{n}.kpath"}}
        values = defaults.Defaults(tmp_path / "kpath.toml", tables).of("run", run, VERBS)
        # The fields {n} and {time} are for names of outputs only.
        assert values["guide"] == str(tmp_path / "{n}.kpath")
        return Path(values["output"]).name

    assert re.fullmatch(r"p-[0-9]{8}-[0-9]{6}-1\.kpath", output("p-{time}-{n}.kpath"))
    # The name of a link that leads nowhere counts as used, too.
    (tmp_path / "p1.kpath").symlink_to(tmp_path / "nowhere")
    assert output("p{n}.kpath") == "p2.kpath"
    with pytest.raises(
        KpathError, match=r"run\.output: is 'p\{tme\}'; there is no field \{tme\}, only"
    ):
        output("p{tme}")


def test_the_error_for_a_fixed_name_that_is_taken_has_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The remedy is a field in the name."""
    profile = demo_profile(tmp_path)
    path = written(tmp_path / "kpath.toml", '[report]\noutput = "r.txt"\n')
    monkeypatch.chdir(tmp_path)
    assert run_verb(["report", str(profile)]) == 0
    content = (tmp_path / "r.txt").read_bytes()
    capsys.readouterr()
    remedy = f"; output of {path} is the same in each run: write {{n}} or {{time}} into the name"
    assert run_verb(["report", str(profile), "--top", "1"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith(f"kpath-jvm: set by {path}: --output")
    assert told[1].startswith(f"kpath-jvm: {tmp_path / 'r.txt'} exists; pass --force to replace")
    assert remedy in told[1]
    assert (tmp_path / "r.txt").read_bytes() == content
    # For a name from the command line, the message proposes no change of kpath.toml.
    assert run_verb(["report", str(profile), "-o", "r.txt"]) == 2
    assert remedy not in capsys.readouterr().err
    # --force, the message's other remedy, works.
    assert run_verb(["report", str(profile), "--top", "1", "--force"]) == 0
    assert (tmp_path / "r.txt").read_bytes() != content


def test_run_has_the_same_remedy_for_a_fixed_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(request: Request) -> int:
        assert request.output is not None
        check_name(request.output, replace=request.force)
        return 0

    monkeypatch.setattr(running, "run", refuse)
    written(tmp_path / "kpath.toml", '[run]\noutput = "p.kpath"\n')
    (tmp_path / "p.kpath").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run_verb(["run", "--", "java", "-version"]) == 125
    assert "kpath.toml is the same in each run: write {n} or {time}" in capsys.readouterr().err
    written(tmp_path / "kpath.toml", '[run]\noutput = "p-{n}.kpath"\n')
    assert run_verb(["run", "--", "java", "-version"]) == 0
