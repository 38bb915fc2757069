"""A project's own defaults of options: kpath.toml, or pyproject.toml's table tool.kpath-jvm.

The nearest directory upwards that has one is the project's; of two in one directory kpath.toml
counts. A table has a verb's options by their long names: ``[run]``, ``k = 4``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest

OWN_FILE = "kpath.toml"
SHARED_FILE = "pyproject.toml"
_TOOL = "kpath-jvm"
_OR_WITHOUT = "or leave it out with `kpath-jvm --no-config VERB ...`"
#: Where a click context's ``meta`` has the file in effect.
FILE = "kpath_jvm.defaults"
_FROM_FILES = (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)


@dataclass(frozen=True)
class Defaults:
    """The tables of a file, by verb and option."""

    path: Path
    tables: Mapping[str, Any]

    def of(self, verb: str, command: click.Command, verbs: Mapping[str, object]) -> dict[str, Any]:
        """Returns the values of a verb's parameters, by the parameters' names.

        Paths are made absolute: the file means them from its own directory. KpathError (2) for a
        table that is no verb's, and for an option of this verb that is unknown or doesn't take the
        value.
        """
        for name, table in self.tables.items():
            if name not in verbs:
                raise self._error(name, f"no verb {name!r}{nearest(name, verbs)}")
            if not isinstance(table, dict):
                raise self._error(name, f"is {table!r}, not a table of the options of {name}")
        ctx = click.Context(command, info_name=verb)
        known = {
            max(one.opts, key=len).lstrip("-"): one
            for one in command.get_params(ctx)
            if isinstance(one, click.Option) and not one.is_eager
        }
        found = {}
        for key, value in self.tables.get(verb, {}).items():
            if key not in known:
                raise self._error(f"{verb}.{key}", f"no option {key!r}{nearest(key, known)}")
            found[str(known[key].name)] = self._value(ctx, f"{verb}.{key}", known[key], value)
        return found

    def _value(self, ctx: click.Context, key: str, option: click.Option, value: Any) -> Any:
        kinds = {True: "true or false", False: "a text or a number"}
        given = value if option.multiple else [value]
        if not isinstance(given, list):
            raise self._error(key, f"is {value!r}, not a list")
        for one in given:
            if isinstance(one, bool) is not bool(option.is_flag) or isinstance(one, dict | list):
                raise self._error(key, f"is {one!r}, not {kinds[bool(option.is_flag)]}")
        if option.is_flag:
            return value
        texts = [str(one) for one in given]
        if isinstance(option.type, click.Path):
            texts = [str(self.path.parent / Path(one).expanduser()) for one in texts]
        result = texts if option.multiple else texts[0]
        try:
            option.type_cast_value(ctx, result)
        except click.BadParameter as error:
            raise self._error(key, error.message.rstrip(".")) from error
        return result

    def _error(self, key: str, message: str) -> KpathError:
        return KpathError(f"{self.path}: {key}: {message}; change it there, {_OR_WITHOUT}", 2)


def find(directory: Path) -> Defaults | None:
    """The defaults of the project that a directory is in, None without any.

    A pyproject.toml without our table is passed by. KpathError (2) for a file that can't be read.
    """
    for place in (directory, *directory.parents):
        for name in (OWN_FILE, SHARED_FILE):
            path = place / name
            if path.is_file() and (name == OWN_FILE or _speaks_of_us(path)):
                found = read(path)
                if found is not None:
                    return found
    return None


def read(path: Path) -> Defaults | None:
    """The defaults of a file; None for a pyproject.toml that has none.

    KpathError (2) if it can't be read.
    """
    from kpath_jvm.toml_tables import read_document

    try:
        document = read_document(path, "defaults")
    except KpathError as error:
        raise KpathError(f"{error}; mend it, {_OR_WITHOUT}", 2) from error
    if path.name == SHARED_FILE:
        document = document.get("tool", {}).get(_TOOL)
    return None if document is None else Defaults(path, document)


def is_given(ctx: click.Context, name: str | None) -> bool:
    """Whether a parameter stands on the command line: otherwise nobody asked for it just now."""
    return ctx.get_parameter_source(str(name)) not in _FROM_FILES


def is_of_project(ctx: click.Context, name: str | None) -> bool:
    """Whether a parameter's value is the project's default."""
    return ctx.get_parameter_source(str(name)) is ParameterSource.DEFAULT_MAP


def forget(ctx: click.Context, name: str, options: dict[str, Any]) -> None:
    """Takes a project's default of a parameter back where it says nothing, if there is one.

    A default is of the commands that it has an effect on; on the command line it would be refused.
    """
    if not is_of_project(ctx, name):
        return
    assert ctx.default_map is not None
    del ctx.default_map[name]
    bare = ctx.command.make_context(ctx.info_name, [])
    options[name] = bare.params[name]
    ctx.set_parameter_source(name, ParameterSource.DEFAULT)


def in_effect(ctx: click.Context) -> list[str]:
    """The project's defaults that this command takes, as options: ``-k 4``."""
    shown = []
    for option in ctx.command.get_params(ctx):
        if is_of_project(ctx, option.name) and isinstance(option, click.Option):
            assert ctx.default_map is not None
            value = ctx.default_map[str(option.name)]
            spelling = max(option.opts, key=len)
            if option.is_flag:
                shown.append(
                    spelling if value else (option.secondary_opts or [f"no {spelling}"])[0]
                )
            else:
                shown += [f"{spelling} {one}" for one in (value if option.multiple else [value])]
    return shown


def _speaks_of_us(path: Path) -> bool:
    """Whether a project's file has our table at all: what is wrong in others isn't ours to say."""
    try:
        return f"tool.{_TOOL}" in path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
