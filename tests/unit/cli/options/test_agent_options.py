"""Tests that options in contract.json are offered to users, and written as the agent reads them."""

from pathlib import Path

import click
import pytest
from click import Choice, Context, Option

from kpath_jvm import installation
from kpath_jvm.cli.main import run_verb
from kpath_jvm.cli.options.agent_options import (
    agent_parameters,
    agent_table,
    taken_agent_options,
    takers_of,
)
from kpath_jvm.cli.options.parameters import OfLoops, SizeType
from kpath_jvm.cli.run import command
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.options import AgentOptions, load_options


def taken(*arguments: str) -> AgentOptions:
    with command.make_context("run", [*arguments, "suite", "benchmark"]) as ctx:
        return taken_agent_options(ctx)


def test_the_agent_s_offered_options_are_options_of_run() -> None:
    offered = [option for option in agent_table().options.values() if option.placement == "offered"]
    with Context(command) as ctx:
        spellings = {spelling for one in command.get_params(ctx) for spelling in one.opts}
    assert {"profiler", "cut", "max-paths"} <= {option.name for option in offered}
    assert {option.spelling for option in offered} <= spellings
    assert len(agent_parameters()) == len(offered)


def test_options_that_are_not_given_are_left_to_the_agent() -> None:
    assert taken().values == {"profiler": "stream"}
    assert taken("--profiler", "edge").values == {"profiler": "edge"}


def test_values_have_their_options_types() -> None:
    given = taken(
        *("--cut", "loop-header", "--max-paths", "9", "--code-limit", "65535", "--no-retransform"),
        *("--include", "a.*", "--include", "b"),
    )
    assert given.values == {
        "profiler": "stream", "cut": "loop-header", "max-paths": 9, "code-limit": 65535,
        "retransform": False, "include": ("a.*", "b"),
    }  # fmt: skip
    assert given.text() == (
        "profiler=stream,cut=loop-header,max-paths=9,code-limit=65535,include=a.*:b,retransform=no"
    )


def test_shared_options_are_passed_on_only_where_they_apply() -> None:
    assert taken("-k", "5").values == {"profiler": "stream"}
    assert taken("--profiler", "k-blpp", "-k", "5").values == {"profiler": "k-blpp", "k": 5}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "--profiler edge -k 3",
            "-k has no effect with --profiler edge; it is for stream, kiter, k-blpp and k-blpp-",
        ),
        ("--profiler edge --cut loop-header", "--cut has no effect with --profiler edge"),
        ("--profiler k-blpp --journal 1M", "--journal has no effect with --profiler k-blpp"),
        ("--table-memory 64M", "has no effect with --profiler stream; it is for all others"),
        ("--profiler kiter --degree 2", "no effect with --profiler kiter; it is for ol (see"),
        ("--profiler ol --guide p", "with --profiler ol; it is for stream, "),
        ("--profiler k-blpp -k 1", "to 64, not 1; give --profiler blpp-hash for that"),
        ("--profiler edge --table-memory 1K", "'1K' is not a size from 1 MiB"),
        ("--max-paths 0", "'0' is not a whole number from 1 to 16777216"),
        ("--scope hot --no-retransform", "leave one of the two out"),
        (
            "--profiler ol --calls --scope hot",
            "--calls can't be combined with --scope hot, which gives",
        ),
        ("--profiler spp --scope hot", "--scope hot can't be combined with --profiler spp, whose"),
        ("--profiler bpp --scope hot", "--scope hot can't be combined with --profiler bpp, whose"),
        ("--guide p --no-packing", "--guide has no effect with --no-packing; leave one of the two"),
        ("--cut both", "'both' is not one of 'back-edge', 'loop-header'"),
    ],
)
def test_ineffective_options_and_wrong_values_are_refused(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(["run", *arguments.split(), "--", "java", "Main"]) == 125
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert message in error


def a_value(parameter: Option) -> str:
    """Returns a value that the option accepts."""
    match parameter.type:
        case Choice(choices=choices):
            return str(choices[0])
        case SizeType():
            return "1G"
        case OfLoops():
            return "a.B.c:2"
        case click.Path():
            return "."
        case _:
            return "3"


@pytest.mark.parametrize("profiler", agent_table().profilers)
def test_each_option_is_accepted_or_its_profilers_are_named(
    profiler: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Context(command) as ctx:
        parameters = [one for one in command.get_params(ctx) if isinstance(one, Option)]
    refused = 0
    for parameter in parameters:
        takers = takers_of(parameter)
        if set(takers) == set(agent_table().profilers):
            continue
        spelling = max(parameter.opts, key=len)
        value = () if parameter.is_flag else (a_value(parameter),)
        # There is no program to run, so even an accepted option leads to an error, but with another
        # message.
        assert run_verb(["run", "--profiler", profiler, spelling, *value]) == 125
        error = capsys.readouterr().err
        assert len(error.splitlines()) == 1
        is_refused = f"{spelling} has no effect with --profiler {profiler}; it is for " in error
        assert is_refused == (profiler not in takers), error
        refused += is_refused
        if is_refused and len(takers) < 8:
            assert all(taker in error for taker in takers)
    assert refused


def test_values_in_the_agent_s_option_text_are_encoded() -> None:
    options = AgentOptions({"include": ("org.foo.*", "a$B")})
    text = options.text(segment=Path("/a,b=c:d%e é+"))
    assert text == "segment=/a%2Cb%3Dc%3Ad%25e%20%C3%A9%2B,include=org.foo.*:a$B"


@pytest.mark.parametrize("content", [None, "", "{}", '{"options": []}'])
def test_a_contract_without_options_is_an_error_of_one_line(
    tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "contract.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(KpathError, match=r"contract.json is not a readable contract: .*again$"):
        load_options(path)


def test_help_without_jars_prints_one_line_about_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KPATH_JVM_JARS", str(tmp_path))
    assert run_verb(["run", "--help"]) == 125
    assert capsys.readouterr().err.count("kpath.jar is not in ") == 1
    assert run_verb(["--help"]) == 0


def test_help_needs_only_the_contract(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    contract = installation.jars().contract
    (tmp_path / contract.name).write_bytes(contract.read_bytes())
    monkeypatch.setenv("KPATH_JVM_JARS", str(tmp_path))
    assert run_verb(["run", "--help"]) == 0
    assert "--max-paths" in capsys.readouterr().out
    assert run_verb(["run", "--", "java", "Main"]) == 125
    assert capsys.readouterr().err.count("kpath.jar is not in ") == 1
