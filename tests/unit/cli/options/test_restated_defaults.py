"""Tests that a default that is stated in two places is the same in both."""

import dataclasses
import inspect
import re
from typing import Any

import click
import pytest

import kpath_jvm
from kpath_command import REPOSITORY
from kpath_jvm import shown
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.cli.main import group
from kpath_jvm.live.pace import LEAST_SECONDS
from kpath_jvm.live.ranking import Wanted
from kpath_jvm.recording.options import DEFAULT_LENGTH, agent_table
from kpath_jvm.recording.session_directory import DEFAULT_SEGMENT_BYTES
from kpath_jvm.recording.sizes import parse_size, size_text
from kpath_jvm.records.java_command import HUGE_METHOD_BYTES
from kpath_jvm.reports.diff.summary import DiffOptions
from kpath_jvm.reports.flames.flames import FlameOptions
from kpath_jvm.reports.page.document import PageOptions
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.summary import ReportOptions
from kpath_jvm.reports.tree_summary import TreeOptions
from kpath_jvm.sessions.request import Request


def option(words: str, name: str) -> tuple[Any, str]:
    """Returns an option's default, as the verb gets it, and the option's help text."""
    command: click.Command = group
    for word in words.split():
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word) or pytest.fail(words)
    ctx = click.Context(command)
    (found,) = (one for one in command.get_params(ctx) if one.name == name)
    record = found.get_help_record(ctx)
    default = found.to_info_dict()["default"]
    return found.type_cast_value(ctx, default), "" if record is None else record[1]


def of(kind: Any, field: str) -> object:
    """Returns the default of a dataclass's field or of a function's parameter."""
    if dataclasses.is_dataclass(kind):
        return next(one.default for one in dataclasses.fields(kind) if one.name == field)
    return inspect.signature(kind).parameters[field].default


def shared(verb: str) -> list[str]:
    """Returns the names of a verb's options that are also fields of a request.

    ``engine`` isn't among them, because its default depends on what is recorded.
    """
    command = group.get_command(click.Context(group), verb) or pytest.fail(verb)
    named = {parameter.name for parameter in command.params}
    return [one.name for one in dataclasses.fields(Request) if one.name in named - {"engine"}]


@pytest.mark.parametrize(
    ("words", "name", "kind", "field"),
    [
        *((verb, name, Request, name) for verb in ("run", "attach") for name in shared(verb)),
        ("report", "top", ReportOptions, "top"),
        ("report", "sort", ReportOptions, "order"),
        ("advise", "top", ReadOptions, "top"),
        ("advise", "top", kpath_jvm.advise, "top"),
        ("report", "top", kpath_jvm.sequences, "top"),
        ("diff", "top", DiffOptions, "top"),
        ("diff", "min_share", DiffOptions, "least_share"),
        ("diff", "min_share", difference, "least_share"),
        ("diff", "min_weight", DiffOptions, "least_weight"),
        ("tree", "top", TreeOptions, "top"),
        ("tree", "min_share", TreeOptions, "min_share"),
        ("tree", "min_share", kpath_jvm.tree_of, "min_share"),
        ("html", "top", PageOptions, "top"),
        ("html", "nodes", PageOptions, "nodes"),
        ("live", "top", Wanted, "top"),
        ("live", "sort", Wanted, "order"),
    ],
)  # fmt: skip
def test_a_verb_and_what_it_calls_have_one_default(
    words: str, name: str, kind: Any, field: str
) -> None:
    default, _ = option(words, name)
    assert default == of(kind, field)


def test_defaults_in_help_texts_are_those_in_effect() -> None:
    assert f"[default: {DEFAULT_LENGTH};" in option("build", "lengths")[1]
    for verb in ("run", "attach"):
        assert f"[default: {size_text(DEFAULT_SEGMENT_BYTES)}," in option(verb, "segment_size")[1]
    assert f"[default: {of(Request, 'engine')}]" in option("run", "engine")[1]
    assert f"[default: {of(FlameOptions, 'weight')}]" in option("export", "weight")[1]
    assert option("live", "interval")[0] == LEAST_SECONDS


def test_the_agent_has_the_launcher_s_defaults() -> None:
    """An agent that is started without the launcher records what ``run`` would record.

    Java can't ask Python for the defaults, so the agent states them again.
    """
    options = agent_table().options
    assert options["k"].default == str(DEFAULT_LENGTH)
    assert options["profiler"].default == "stream"
    assert options["scope"].default == option("attach", "scope")[0]
    # Probes may enlarge a method to the size of the largest method that HotSpot compiles.
    assert options["code-limit"].default == str(HUGE_METHOD_BYTES)


def test_jmh_s_profiler_has_the_launcher_s_k() -> None:
    source = REPOSITORY / "agent/jmh/src/main/java/org/kpathjvm/jmh/ProfilerOptions.java"
    (length,) = re.findall(r"int length = (\d+);", source.read_text("utf-8"))
    assert int(length) == DEFAULT_LENGTH


@pytest.mark.parametrize("size", [0, 1, 1023, 1 << 10, 3 << 20, 128 << 20, 1 << 30, (1 << 30) + 1])
def test_written_sizes_are_read_unchanged(size: int) -> None:
    assert parse_size(size_text(size)) == size


def test_sizes_are_written_in_the_largest_unit() -> None:
    assert [size_text(size) for size in (1 << 30, 128 << 20, 32 << 10, 1000)] == [
        "1G", "128M", "32K", "1000",
    ]  # fmt: skip


@pytest.mark.parametrize("verb", ["bounds", "overlap"])
def test_accuracy_tables_have_the_default_number_of_rows(verb: str) -> None:
    assert option(verb, "top")[0] == shown.ROWS


@pytest.mark.parametrize(
    ("page", "pattern"),
    [
        ("docs/recipes/jmh.md", r"^\| `k` \| (\d+) \|"),
        ("docs/experiments.md", r"^k = .*# default: (\d+), for profilers that take a k$"),
    ],
)
def test_pages_state_the_default_of_k(page: str, pattern: str) -> None:
    found = re.findall(pattern, (REPOSITORY / page).read_text("utf-8"), re.MULTILINE)
    assert found == [str(DEFAULT_LENGTH)]
