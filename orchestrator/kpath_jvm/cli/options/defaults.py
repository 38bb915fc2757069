"""A project's own defaults of options, from kpath.toml or pyproject.toml.

The file is searched for in the current directory, and then upwards. The first directory that has
kpath.toml, or a pyproject.toml with our table, is the project's. If it has both, kpath.toml is
used. The file has a table for each verb, with the verb's options by their long names: ``[run]``,
``k = 4``. In pyproject.toml, these tables are within the table ``tool.kpath-jvm``.

A *found* file is one that the user didn't name on the command line. Anyone may have written it. So
it must be this user's own (:mod:`trust`), and it may only set the options that allow it
(:mod:`declared`). A file that is named on the command line may set all options.

Each command reads the file again, so an output with a fixed name already exists for the second
command. Therefore a name may have fields: ``{time}``, and ``{n}``, which stands for the first
number with which the name is free.
"""

from __future__ import annotations

import copy
import functools
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from kpath_jvm.cli.options.declared import Found, is_new_name, of_found_files
from kpath_jvm.cli.options.trust import NotOwnError, read_own
from kpath_jvm.errors import KpathError, TakenError
from kpath_jvm.nearest import nearest

OWN_FILE = "kpath.toml"
SHARED_FILE = "pyproject.toml"
_TOOL = "kpath-jvm"
_NAMED = "name the file yourself, `kpath-jvm --config {} {} ...`, or pass the option by hand"
_OR_WITHOUT = "or leave it out with `kpath-jvm --no-config VERB ...`"
#: The key under which a click context's ``meta`` has the file in effect.
FILE = "kpath_jvm.defaults"
#: The key under which ``meta`` has the file's Defaults.
DEFAULTS = "kpath_jvm.defaults.read"
_SAID = "kpath_jvm.defaults.said"
_FIELD = re.compile(r"\{([^{}]*)\}")
_FROM_FILES = (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)


@dataclass(frozen=True)
class Defaults:
    """The defaults in a file, by verb and option.

    ``found`` says that the user didn't name the file.
    """

    path: Path
    tables: Mapping[str, Any]
    found: bool = False

    def of(self, verb: str, command: click.Command, verbs: Mapping[str, object]) -> dict[str, Any]:
        """Returns the values of a verb's parameters, by the parameters' names.

        Relative paths are resolved against the file's own directory. Raises KpathError (exit status
        2) for a table whose name isn't a verb. Also raises it for an option of this verb that is
        unknown, doesn't take the value, or isn't allowed in a found file.

        A verb that is a group of verbs has no parameters of its own. Its table consists of the
        tables of these verbs, which ``within`` reads.
        """
        for name, table in self.tables.items():
            if name not in verbs:
                raise self._error(name, f"no verb {name!r}{nearest(name, verbs)}")
            if not isinstance(table, dict):
                raise self._error(name, f"is {table!r}, not a table of the options of {name}")
        own = self.tables.get(verb, {})
        if not isinstance(command, click.Group):
            return self._taken((verb,), command, own)
        for name, table in own.items():
            if name not in command.commands:
                raise self._error(
                    f"{verb}.{name}",
                    f"no verb {f'{verb} {name}'!r}{nearest(name, command.commands)}; each verb of "
                    f"{verb} has its own table, such as [{verb}.{next(iter(command.commands))}]",
                )
            if not isinstance(table, dict):
                raise self._error(
                    f"{verb}.{name}", f"is {table!r}, not a table of the options of {verb} {name}"
                )
        return {}

    def within(self, verb: str, name: str, command: click.Command) -> dict[str, Any]:
        """Returns the values of the parameters of the verb ``name`` in the group ``verb``.

        Call ``of`` for the group first. Raises KpathError (exit status 2) as ``of`` does.
        """
        return self._taken((verb, name), command, self.tables.get(verb, {}).get(name, {}))

    def _taken(
        self, words: tuple[str, ...], command: click.Command, table: Mapping[str, Any]
    ) -> dict[str, Any]:
        ctx = click.Context(command, info_name=words[-1])
        known = {
            max(one.opts, key=len).lstrip("-"): one
            for one in command.get_params(ctx)
            if isinstance(one, click.Option) and not one.is_eager
        }
        found = {}
        for key, value in table.items():
            place = ".".join((*words, key))
            if key not in known:
                raise self._error(place, f"no option {key!r}{nearest(key, known)}")
            self._require_settable(place, known[key])
            found[str(known[key].name)] = self._value(ctx, place, known[key], value)
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
            place = self._new_place if is_new_name(option) else self._place
            texts = [place(key, one) for one in texts]
        result = texts if option.multiple else texts[0]
        try:
            option.type_cast_value(ctx, result)
        except click.BadParameter as error:
            raise self._error(key, error.message.rstrip(".")) from error
        return result

    def _require_settable(self, key: str, option: click.Option) -> None:
        if self.found and of_found_files(option) is Found.REFUSED:
            raise KpathError(
                f"{self.path}: {key}: kpath-jvm found this file by itself, and such a file may not "
                f"set {max(option.opts, key=len)}; {self._named(key)}",
                2,
            )

    def _named(self, key: str) -> str:
        """Returns the remedy for a key that only a file named by the user may set.

        The key begins with the verb.
        """
        return _NAMED.format(self.path, key.rpartition(".")[0].replace(".", " "))

    def _new_place(self, key: str, text: str) -> str:
        """Returns the full path of something new, with the fields of its name filled in."""
        fields = _FIELD.findall(text)
        for one in fields:
            if one not in ("time", "n"):
                raise self._error(
                    key, f"is {text!r}; there is no field {{{one}}}, only {{n}} and {{time}}"
                )
        text = text.replace("{time}", f"{datetime.now().astimezone():%Y%m%d-%H%M%S}")
        if "n" not in fields:
            return self._place(key, text)
        places = (self._place(key, text.replace("{n}", str(number))) for number in count(1))
        return next(place for place in places if not os.path.lexists(place))

    def _place(self, key: str, text: str) -> str:
        """Returns a place's full path. A found file may only name places in its own directory."""
        place = self.path.parent / Path(text).expanduser()
        if not self.found:
            return str(place)
        own, led_to = (Path(os.path.realpath(one)) for one in (self.path.parent, place))
        if led_to != own and own not in led_to.parents:
            raise KpathError(
                f"{self.path}: {key}: {text} is outside of {own}; kpath-jvm found this file by "
                f"itself, and such a file may not lead out of its directory; {self._named(key)}",
                2,
            )
        return str(led_to)

    def _error(self, key: str, message: str) -> KpathError:
        return KpathError(f"{self.path}: {key}: {message}; change it there, {_OR_WITHOUT}", 2)


def find(directory: Path) -> Defaults | None:
    """Returns the defaults of the project that contains a directory; None if there are none.

    A pyproject.toml without our table is skipped. Raises KpathError (exit status 2) for a file that
    can't be read, or isn't this user's own.
    """
    for place in (directory, *directory.parents):
        for name in (OWN_FILE, SHARED_FILE):
            path = place / name
            if path.is_file() and (name == OWN_FILE or _speaks_of_us(path)):
                found = read(path, found=True)
                if found is not None:
                    return found
    return None


def read(path: Path, *, found: bool = False) -> Defaults | None:
    """Returns the defaults in a file; None for a pyproject.toml without our table.

    ``found`` says that the user didn't name the file. Raises KpathError (exit status 2) if the file
    can't be read, or if it is found and isn't this user's own.
    """
    from kpath_jvm.toml_tables import read_document

    try:
        document = read_document(path, "defaults", read_own if found else Path.read_bytes)
    except NotOwnError:
        raise
    except KpathError as error:
        raise KpathError(f"{error}; correct it, {_OR_WITHOUT}", 2) from error
    if path.name != SHARED_FILE:
        return Defaults(path, document, found)
    tables = _ours(document)
    if tables is None:
        return None
    if not isinstance(tables, dict):
        raise KpathError(f"{path}: tool.{_TOOL} is {tables!r}, not a table; {_OR_WITHOUT[3:]}", 2)
    return Defaults(path, tables, found)


def is_given(ctx: click.Context, name: str | None) -> bool:
    """Returns whether a parameter is set on the command line, not by a file or a default."""
    return ctx.get_parameter_source(str(name)) not in _FROM_FILES


def is_of_project(ctx: click.Context, name: str | None) -> bool:
    """Returns whether a parameter's value comes from a file of defaults."""
    return ctx.get_parameter_source(str(name)) is ParameterSource.DEFAULT_MAP


def forget(ctx: click.Context, name: str) -> None:
    """Ignores a project's default for a parameter that has no effect on this command.

    A default is meant for the commands on which it has an effect. Other commands ignore it, but
    refuse the option on the command line.
    """
    if not is_of_project(ctx, name):
        return
    assert ctx.default_map is not None
    del ctx.default_map[name]
    bare = ctx.command.make_context(ctx.info_name, [])
    ctx.params[name] = bare.params[name]
    ctx.set_parameter_source(name, ParameterSource.DEFAULT)


def in_effect(ctx: click.Context) -> list[str]:
    """Returns the project's defaults that this command takes, as options such as ``-k 4``."""
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


def replaced(ctx: click.Context, name: str) -> int:
    """Returns how many values in a file of defaults an option on the command line replaces."""
    is_replaced = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
    values = (ctx.default_map or {}).get(name) if is_replaced else None
    return 0 if values is None else len(values)


def say(ctx: click.Context) -> None:
    """Says on stderr, once per command, which of its options a file of defaults has set.

    --quiet on the command line suppresses this message. --quiet in the file doesn't, because the
    file must not hide its own effect.
    """
    said = ctx.find_root().meta
    taken = in_effect(ctx)
    is_quiet = ctx.params.get("quiet") and is_given(ctx, "quiet")
    if not taken or is_quiet or _SAID in said:
        return
    from kpath_jvm.profile.names import printable

    said[_SAID] = True
    click.echo(printable(f"kpath-jvm: set by {ctx.meta[FILE]}: {' '.join(taken)}"), err=True)


def saying(verb: click.Command, *, at_first: bool = True) -> click.Command:
    """Returns a copy of the verb that tells the user which values a file of defaults has set.

    With ``at_first``, the copy calls :func:`say` when it begins. If the file names an output that
    already exists, the error says how to change the file. If ``verb`` is a group, each verb of the
    group is copied in this way.
    """
    if isinstance(verb, click.Group):
        return _saying_group(verb)
    act = verb.callback
    if act is None:
        return verb

    @click.pass_context
    @functools.wraps(act)
    def say_and_do(ctx: click.Context, /, *arguments: Any, **options: Any) -> Any:
        if at_first:
            say(ctx)
        try:
            return act(*arguments, **options)
        except TakenError as error:
            raise TakenError(f"{error}{_of_file(ctx, str(error))}", error.exit_status) from error

    copied = copy.copy(verb)
    copied.callback = say_and_do
    return copied


def _saying_group(group: click.Group) -> click.Group:
    """Returns a copy of a group of verbs that hands the file's values to the verb that is used."""

    @click.pass_context
    def take(ctx: click.Context) -> None:
        found, name = ctx.meta.get(DEFAULTS), ctx.invoked_subcommand
        if isinstance(found, Defaults) and name is not None:
            command = copied.commands[name]
            ctx.default_map = {name: found.within(str(ctx.info_name), name, command)}

    copied = copy.copy(group)
    copied.callback = take
    copied.commands = {name: saying(verb) for name, verb in group.commands.items()}
    return copied


def _of_file(ctx: click.Context, message: str) -> str:
    """Returns the end of a message about a name that is taken; "" if no file gave the name."""
    names = [
        max(one.opts, key=len).lstrip("-")
        for one in ctx.command.get_params(ctx)
        if is_new_name(one)
        and is_of_project(ctx, one.name)
        and str(ctx.params.get(str(one.name))) in message
    ]
    if not names:
        return ""
    return (
        f"; {' and '.join(names)} of {ctx.meta[FILE]} is the same in each run: write {{n}} or "
        "{time} into the name there to get a new one in each run"
    )


def _speaks_of_us(path: Path) -> bool:
    """Returns whether a project's file has our table; False if the file can't be read.

    The result is also True for a file that names kpath-jvm but isn't TOML. Reading the file will
    then raise the error.
    """
    try:
        content = path.read_bytes()
    except OSError:
        return False
    if _TOOL.encode() not in content:
        return False
    from kpath_jvm.toml_tables import read_document

    try:
        return _ours(read_document(path, "defaults", lambda _: content)) is not None
    except KpathError:
        return True


def _ours(document: Mapping[str, Any]) -> object:
    """Returns what pyproject.toml has under our name; None if it has nothing."""
    tools = document.get("tool")
    return tools.get(_TOOL) if isinstance(tools, dict) else None
