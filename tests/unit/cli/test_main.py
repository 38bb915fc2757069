"""Tests the command line as a whole: verbs, help, wrong usage."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import kpath_command
from kpath_jvm.cli.main import TASKS, VERBS, run_verb


@pytest.mark.parametrize(
    ("arguments", "status", "fragments"),
    [
        (["rnu"], 2, ["'rnu'", "did you mean run?"]),
        (["zzz"], 2, ["'zzz'", "report, reproduce, run"]),
        (["run", "-k", "0", "--", "java"], 125, ["'0'", "1 to 64", "kpath-jvm run --help"]),
        (["run", "--forse", "a", "b"], 125, ["--force"]),
        (["run", "a", "b", "c"], 125, ["c"]),
        (["run", "--record", "s", "--follow-children", "--", "x"], 125, ["one JVM", "leave out"]),
        (["run", "--no-profile", "--", "java"], 125, ["add --record STREAM"]),
        (["run", "--record", "s", "--no-profile", "-k", "8", "--", "x"], 125, ["-k", "build"]),
        (["run", "--record", "s", "--no-profile", "-o", "p", "--", "x"], 125, ["--output"]),
        (["run", "--move-to-front", "--", "x"], 125, ["--move-to-front"]),
        (["run", "--blpp", "--", "x"], 125, ["--blpp"]),
        (["run", "--no-profile", "--follow-children", "--", "x"], 125, ["--no-profile"]),
        (["build"], 2, ["RECORDING"]),
        (["build", "nothing", "-k", "2,65"], 2, ["'65'", "1 to 64"]),
        (["structure", "nothing"], 2, ["nothing is not a recording"]),
        (["structure", "nothing", "-k", "1,2"], 2, ["'1'", "2 to 64"]),
        (["structure", "nothing", "--l1", "x"], 2, ["'x' is not a cache", "32K:8"]),
        (["structure", "nothing", "-o", "/", "--force"], 2, ["/ is a directory"]),
        (["--nosuch"], 2, ["--nosuch"]),
        (["report", "--methd", "m"], 2, ["'--methd'; did you mean --method?"]),
        (["attach", "--record", "s"], 125, ["'--record'; it is an option of run (see"]),
        (["report", "--live"], 2, ["'--live'; it is an option of run and attach (see"]),
        # Two options aren't similar merely because both begin with dashes.
        (["attach", "--per-threads", "1"], 125, ["'--per-threads' (see `"]),
        (["predict", "p", "--json", "--format", "text"], 2, ["either --json or --format text"]),
        (["recover", "r", "--format", "json"], 2, ["leave out the recording"]),
        (
            ["recover", "-k", "2"],
            2,
            ["name a recording; `kpath-jvm recover` without one lists all"],
        ),
        (["recover", "r", "--keep", "--discard"], 2, ["give either --keep or --discard, not both"]),
        (["recover", "r", "--discard", "--force"], 2, ["leave out -k, --output and --force"]),
        (["recover", "r", "--discard", "-k", "2"], 2, ["--discard makes no profile; leave out -k"]),
        (
            ["run", "dacapo", "eclipse", "--", "java"],
            125,
            ["give either a workload or `-- java ...`, not both"],
        ),
        (["structure", "r", "--cache-items", "5"], 2, ["no effect without --caches; add --caches"]),
        (["reproduce", "nine"], 2, ["'nine' is neither 'figure' nor 'table'"]),
        (["reproduce", "figure"], 2, ["'figure' needs a number after it"]),
        (["reproduce", "figure", "9", "table"], 2, ["'table' needs a number after it"]),
        (["reproduce", "figure", "table", "1"], 2, ["'figure' needs a number after it"]),
        (["reproduce", "figure", ","], 2, ["',' names nothing"]),
        (["reproduce", "figure", "9", "--figures", "8"], 2, ["use one of the two spellings"]),
        (["reproduce", "figures", "9,99"], 2, ["no figure 'figure99'; did you mean figure09"]),
        (["reproduce", "--resume", "-o", "absent"], 2, ["--resume: absent has no results of an"]),
        (["reproduce", "--only", ","], 2, ["',' names nothing; give names with commas between"]),
    ],
)
def test_wrong_usage_gives_an_error_of_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, fragments: list[str]
) -> None:
    assert run_verb(arguments) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("kpath-jvm: ")
    assert captured.err.count("\n") == 1
    for fragment in fragments:
        assert fragment in captured.err


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(capsys: pytest.CaptureFixture[str], verb: str) -> None:
    assert run_verb([verb, "--help"]) == 0
    assert "Usage: kpath-jvm" in capsys.readouterr().out


def test_the_verb_jar_prints_the_agent_s_path(capsys: pytest.CaptureFixture[str]) -> None:
    kpath_command.ensure_jars()
    assert run_verb(["jar"]) == 0
    assert Path(capsys.readouterr().out.removesuffix("\n")).name == "kpath.jar"
    assert run_verb(["jar", "--jmh"]) == 0
    assert Path(capsys.readouterr().out.removesuffix("\n")).name == "kpath-jmh.jar"


def test_ctrl_c_during_imports_prints_nothing(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)\n"
    )
    environment = kpath_command.environment()
    environment["PYTHONPATH"] = f"{tmp_path}{os.pathsep}{environment['PYTHONPATH']}"
    done = subprocess.run(
        kpath_command.command(["--version"]), env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


def test_ctrl_c_after_the_imports_ends_a_verb() -> None:
    text = (
        "import sys; sys.argv[0] = '-m'; import signal; from kpath_jvm.cli import main\n"
        "assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL\n"
        "main.run_verb = lambda given: 3 + (signal.getsignal(signal.SIGINT) is"
        " signal.default_int_handler)\n"
        "main.main([])"
    )
    done = subprocess.run(
        [sys.executable, "-c", text], env=kpath_command.environment(), capture_output=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (4, b"")


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["--version"]) == 0
    assert capsys.readouterr().out.startswith("kpath-jvm, version ")


@pytest.mark.parametrize("verb", ["--help", "doctor", "workloads"])
def test_a_full_disk_behind_stdout_gives_one_line(verb: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kpath_jvm.cli.main", verb],
            env=kpath_command.environment(), stdout=full, stderr=subprocess.PIPE, text=True,
            check=False,
        )  # fmt: skip
    assert done.returncode == 2
    line = "kpath-jvm: standard output: No space left on device; write to another place\n"
    assert done.stderr == line


@pytest.mark.parametrize("verb", ["doctor", "workloads"])
def test_output_works_in_encodings_without_our_characters(verb: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kpath_jvm.cli.main", verb],
        env={**kpath_command.environment(), "PYTHONIOENCODING": "latin-1"},
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.stderr == b""
    done.stdout.decode("latin-1")


def test_workloads_in_a_pipe_have_whole_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["workloads"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["dacapo", "batik", "batik-transcoder", "1.18"] in [words[:4] for words in lines]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["r"], {"run", "report", "recover", "reproduce"}),
        (["run", "specjvm2008"], {"specjvm2008", "specjvm2008-kit"}),
        (["run", "dacapo", "ecl"], {"eclipse"}),
        (["workloads", "gran"], {"grande"}),
    ],
)
def test_the_shell_completes_verbs_suites_and_benchmarks(words: list[str], found: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kpath_jvm.cli.main"],
        env={
            **kpath_command.environment(),
            "_KPATH_JVM_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["kpath-jvm", *words]),
            "COMP_CWORD": str(len(words)),
        },
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert {line.partition(",")[2] for line in done.stdout.splitlines()} == found


def _last_line(code: str) -> str:
    """Runs Python code in a new process, and returns the last line that the code prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=kpath_command.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()[-1]


def test_help_imports_no_heavy_modules() -> None:
    code = (
        "import sys; from kpath_jvm.cli.main import run_verb; run_verb(['run', '--help']);"
        "print([m for m in ('numpy', 'pandas', 'jpype', 'pyarrow') if m in sys.modules])"
    )
    assert _last_line(code) == "[]"


#: The largest number of dataclasses that a run may define. A run defines 38. Most of these must be
#: dataclasses, because dataclasses.replace() copies their instances.
MOST_DATACLASSES = 42
#: The modules that a run imports until the target has started, and those that it imports from then
#: until its report is printed.
_BEFORE = "kpath_jvm.cli.main, kpath_jvm.cli.run, kpath_jvm.sessions.run"
_AFTER = "kpath_jvm.sessions.components.drain, kpath_jvm.profile.writer, kpath_jvm.reports.report"


@pytest.mark.parametrize(
    ("imported", "unwanted"),
    [
        (_BEFORE, {"numpy", "jpype", "pyarrow", "rich", "pandas"}),
        (
            f"{_BEFORE}, {_AFTER}",
            {
                "pandas", "matplotlib", "duckdb", "textual", "jinja2", "javalang", "tree_sitter",
                "kpath_jvm.engine.structure", "kpath_jvm.engine.archive_writing",
            },
        ),
    ],
)  # fmt: skip
def test_a_run_imports_only_what_it_needs(imported: str, unwanted: set[str]) -> None:
    code = f"import sys, {imported}; print(sorted({unwanted} & sys.modules.keys()))"
    assert _last_line(code) == "[]"


def test_a_run_makes_few_dataclasses() -> None:
    """Each run defines its classes anew; one dataclass takes as long as fifteen msgspec structs."""
    code = (
        f"import sys, {_BEFORE}, {_AFTER};"
        "print(sum('__dataclass_fields__' in vars(one) for name, module in [*sys.modules.items()]"
        "  if name.startswith('kpath_jvm.') for one in vars(module).values()"
        "  if isinstance(one, type) and one.__module__ == name))"
    )
    assert int(_last_line(code)) <= MOST_DATACLASSES


def test_doctor_reports_a_wrong_java_home(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", "/nonsense")
    run_verb(["doctor"])
    assert "/nonsense" in capsys.readouterr().out


LONG = "x" * 5000


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", LONG],
        ["tree", LONG, "m"],
        ["export", LONG, "--format", "csv"],
        ["build", LONG],
        ["structure", LONG],
        ["recover", LONG],
        ["recover", "--segment-dir", LONG],
        ["experiment", LONG],
        ["run", "--java-home", LONG, "--", "java", "-version"],
        ["run", "--spec-home", LONG, "specjvm2008-kit", "compress"],
        ["run", "--dacapo-jar", LONG, "dacapo-2006", "antlr"],
    ],
    ids=lambda arguments: " ".join(arguments).replace(LONG, "LONG"),
)
def test_inaccessible_paths_give_an_error_of_one_line(
    capfd: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    """The paths are too long. A path below an unreadable directory fails in the same way."""
    assert run_verb(arguments) == (125 if arguments[0] == "run" else 2)
    out, err = capfd.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("kpath-jvm: ")
    assert "File name too long" in line


def test_the_help_lists_every_verb_under_its_task(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["--help"]) == 0
    text = capsys.readouterr().out
    places = [text.index(f"\n{task}:\n") for task in TASKS]
    assert places == sorted(places)
    for (task, verbs), end in zip(TASKS.items(), [*places[1:], len(text)], strict=True):
        section = text[text.index(f"\n{task}:\n") : end]
        assert [verb for verb in VERBS if f"\n  {verb} " in section] == list(verbs)
