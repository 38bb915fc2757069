"""Tests that the help of every verb shows a default once, and without brackets in brackets."""

import click
import pytest

from kpath_jvm.cli.main import VERBS, group


def _commands(command: click.Command) -> list[click.Command]:
    if not isinstance(command, click.Group):
        return [command]
    ctx = click.Context(command)
    found = [command.get_command(ctx, name) for name in command.list_commands(ctx)]
    return [inner for one in found if one is not None for inner in _commands(one)]


@pytest.mark.parametrize("verb", VERBS)
def test_defaults_are_shown_once_without_nested_brackets(verb: str) -> None:
    command = group.get_command(click.Context(group), verb)
    assert command is not None
    for one in _commands(command):
        ctx = click.Context(one)
        for option in one.get_params(ctx):
            record = option.get_help_record(ctx)
            text = "" if record is None else record[1]
            assert "[default: (" not in text, (one.name, option.name)
            assert text.count("[default:") <= 1, (one.name, option.name)
