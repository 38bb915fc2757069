"""Tests that click, our library for options, reads what verbs declare and passes on the values."""

import inspect
import types
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import IO, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import click
import pytest
from click.testing import CliRunner

from kpath_jvm.cli.main import VERBS, group
from kpath_jvm.cli.options.declared import MADE, Declaration, argument, option, parameters, verb
from kpath_jvm.cli.options.parameters import (
    Cache,
    Duration,
    LengthsType,
    NumbersType,
    Pattern,
    SizeType,
    WholeNumber,
)
from kpath_jvm.cli.options.sampling import Percentage
from kpath_jvm.cli.options.selecting import Share
from kpath_jvm.engine.structure import CacheShape

#: Maps click's parameter types to the types of the values that they give.
_HANDED_OVER: dict[type, object] = {
    WholeNumber: int, SizeType: int, Duration: float, Share: float, Percentage: float,
    LengthsType: tuple[int, ...], NumbersType: tuple[int, ...], Cache: CacheShape, Pattern: str,
    click.Path: Path, click.File: IO[str], click.FloatRange: float, click.IntRange: int,
    type(click.INT): int, type(click.STRING): str,
}  # fmt: skip


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """Yields each command that isn't a group as a pair: the words that call it, and the command."""
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for inner in command.list_commands(ctx):
            found = command.get_command(ctx, inner)
            assert found is not None
            yield from commands(found, f"{name} {inner}".strip())
    else:
        yield name, command


def _declared(kind: Any) -> Iterator[tuple[str, Any]]:
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if get_origin(hint) is Annotated and MADE not in hint.__metadata__:
            assert any(isinstance(one, Declaration) for one in hint.__metadata__), name
            yield name, get_args(hint)[0]
        elif is_dataclass(hint):
            yield from _declared(hint)


def _handed_over(parameter: click.Parameter) -> object:
    """Returns the type of the value that click gives for a parameter.

    For a missing option, click gives None. The returned type doesn't include None.
    """
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return bool
    kind = str if isinstance(parameter.type, click.Choice) else _HANDED_OVER[type(parameter.type)]
    several = parameter.nargs == -1 or (isinstance(parameter, click.Option) and parameter.multiple)
    return tuple[kind, ...] if several else kind  # type: ignore[valid-type]


def _may_be_none(parameter: click.Parameter) -> bool:
    several = parameter.nargs == -1 or (isinstance(parameter, click.Option) and parameter.multiple)
    flag = isinstance(parameter, click.Option) and parameter.is_flag
    has_default = parameter.to_info_dict()["default"] is not None
    return not (parameter.required or several or flag or has_default)


def _without_none(hint: Any) -> tuple[object, bool]:
    """Returns a type without None, and whether the type had None.

    For a Literal, the first result is the type of the Literal's values.
    """
    if get_origin(hint) in (Union, types.UnionType):
        (rest,) = (one for one in get_args(hint) if one is not type(None))
        return _without_none(rest)[0], True
    return (type(get_args(hint)[0]) if get_origin(hint) is Literal else hint), False


_ALL = [pair for name in VERBS for pair in commands(
    group.get_command(click.Context(group), name) or pytest.fail(name), name
)]  # fmt: skip


@pytest.mark.parametrize(("name", "command"), _ALL, ids=[name for name, _ in _ALL])
def test_parameters_have_the_types_of_click_s_values(name: str, command: click.Command) -> None:
    assert command.callback is not None
    gathering: Any = inspect.unwrap(command.callback)
    hints = dict(_declared(gathering.act))
    assert {*hints} == {str(one.name) for one in command.params}
    for parameter in command.params:
        found, is_optional = _without_none(hints[str(parameter.name)])
        assert found == _handed_over(parameter), (name, parameter.name)
        assert is_optional is _may_be_none(parameter), (name, parameter.name)


def test_all_verbs_are_checked() -> None:
    names = {name for name, _ in _ALL}
    assert {"run", "attach", "draw cfg", "store prune", "fleet diff"} <= names
    assert len(names) >= 32


@dataclass(frozen=True)
class _Inner:
    size: Annotated[int, option("--size", type=click.INT, default=3)]


@dataclass(frozen=True)
class _Outer:
    word: Annotated[str | None, option("--word")]
    inner: _Inner

    def __post_init__(self) -> None:
        if self.word == "no":
            raise click.UsageError("not that word")


def test_options_of_a_group_form_one_value() -> None:
    got: list[object] = []

    @verb("try")
    def command(names: Annotated[tuple[str, ...], argument(nargs=-1)], outer: _Outer) -> None:
        """Try it."""
        got.extend([names, outer])

    runner = CliRunner()
    assert runner.invoke(command, ["a", "b", "--word", "x"]).exit_code == 0
    assert got == [("a", "b"), _Outer("x", _Inner(3))]
    assert [one.name for one in command.params] == ["names", "word", "size"]
    assert "[default: 3]" in runner.invoke(command, ["--help"]).output
    refused = runner.invoke(command, ["--word", "no"])
    assert refused.exit_code == 2
    assert "not that word" in refused.output


def test_parameters_without_a_declaration_are_refused() -> None:
    def act(k: int) -> None: ...

    with pytest.raises(TypeError, match="k declares no option"):
        list(parameters(act))
