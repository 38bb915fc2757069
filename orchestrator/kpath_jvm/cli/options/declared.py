"""Declares the parameters of a verb in one place: in the types of its function's parameters.

An option is ``Annotated`` with :func:`option`, an argument with :func:`argument`; each has the name
of its parameter. Options that belong together are the fields of a frozen dataclass, and the
function gets an object of this class. ``--help`` lists options in the order of the parameters and
fields.

A file of defaults may have been found in the project, rather than named by the user. Such a file
comes with a clone or an archive, and takes effect unasked. So it may not name
programs to run or code to load, cause files to be replaced, or refer to places outside of its
directory. Each option declares what such a file may do to the option.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import click

#: A verb's function, or a dataclass of options.
Act = Callable[..., Any]
Completion = Callable[[click.Context, click.Parameter, str], list[Any]]


class Found(enum.Enum):
    """What a found file of defaults (one that ``--config`` doesn't name) may do to an option."""

    #: The file may not set the option. This is the default.
    REFUSED = enum.auto()
    #: The file may give any value, because the option only says what is recorded or shown, and
    #: names no file.
    VALUE = enum.auto()
    #: The file may give paths below its own directory: data to read, new files, and profiles.
    INSIDE = enum.auto()


class DeclaredOption(click.Option):
    """An option that declares what a found file may do to it.

    ``more`` is Markdown that follows the help in docs/reference/options.md; its links are relative
    to docs/. ``names_new`` says that the option names something that the verb makes; the name must
    be free.
    """

    def __init__(
        self,
        *arguments: Any,
        found: Found = Found.REFUSED,
        more: str = "",
        names_new: bool = False,
        **attributes: Any,
    ) -> None:
        super().__init__(*arguments, **attributes)
        self.more = more
        self.names_new = names_new
        if isinstance(self.type, click.Path | click.File) and found is Found.VALUE:
            raise TypeError(f"{self.name} takes a path: declare Found.INSIDE, or omit `found`")
        self.found = found


class StreamOption(DeclaredOption):
    """An option of the profiler ``stream``.

    An inline profiler takes the option only if the agent's table of options says so.
    """


def of_found_files(one: click.Parameter) -> Found:
    """Returns what a found file may do to a parameter of any class."""
    return one.found if isinstance(one, DeclaredOption) else Found.REFUSED


def is_new_name(one: click.Parameter) -> bool:
    """Returns whether an option's value names something that the verb makes."""
    return isinstance(one, DeclaredOption) and one.names_new


@dataclass(frozen=True)
class Declaration:
    """Everything that click needs to know about a parameter except its name."""

    kind: type[click.Parameter]
    spellings: tuple[str, ...]
    attributes: Mapping[str, Any]

    def parameter(self, name: str) -> click.Parameter:
        """Returns click's parameter of that name."""
        return self.kind([*self.spellings, name], **self.attributes)


def option(
    *spellings: str,
    help: str | None = None,  # noqa: A002
    more: str = "",
    type: click.ParamType[Any] | None = None,  # noqa: A002
    metavar: str | None = None,
    default: object = None,
    multiple: bool = False,
    required: bool = False,
    hidden: bool = False,
    found: Found = Found.REFUSED,
    names_new: bool = False,
    cls: type[DeclaredOption] = DeclaredOption,
) -> Declaration:
    """Declares an option; its help shows the ``default``. For the rest, see DeclaredOption."""
    attributes: dict[str, Any] = {
        "help": help, "type": type, "metavar": metavar, "multiple": multiple, "required": required,
        "hidden": hidden, "found": found, "more": more, "names_new": names_new,
    }  # fmt: skip
    if default is not None:
        attributes |= {"default": default, "show_default": True}
    return Declaration(cls, spellings, attributes)


def flag(
    *spellings: str,
    help: str,  # noqa: A002
    more: str = "",
    found: Found = Found.REFUSED,
    cls: type[DeclaredOption] = DeclaredOption,
) -> Declaration:
    """Declares an option without a value: true if it is given."""
    return Declaration(
        cls, spellings, {"is_flag": True, "help": help, "found": found, "more": more}
    )


def argument(
    *,
    type: click.ParamType[Any] | None = None,  # noqa: A002
    metavar: str | None = None,
    nargs: int = 1,
    required: bool | None = None,
    shell_complete: Completion | None = None,
) -> Declaration:
    """Declares an argument; it is required unless ``required`` or ``nargs`` says otherwise."""
    return Declaration(
        click.Argument, (),
        {
            "type": type, "metavar": metavar, "nargs": nargs, "required": required,
            "shell_complete": shell_complete,
        },
    )  # fmt: skip


#: Marks a parameter that isn't an option. The class of the command puts the parameter's value
#: into ``ctx.params``.
MADE = object()


def verb(
    name: str,
    *,
    cls: type[click.Command] = click.Command,
    within: click.Group | None = None,
    epilog: str | None = None,
) -> Callable[[Act], click.Command]:
    """Turns a function with declared parameters into the command of a verb.

    If ``within`` is given, the command is added to that group. Raises TypeError for a parameter
    that declares nothing.
    """

    def declared(act: Act) -> click.Command:
        command = cls(
            name,
            callback=_Gathering(act),
            params=list(parameters(act)),
            help=inspect.cleandoc(act.__doc__ or ""),
            epilog=epilog,
        )
        if within is not None:
            within.add_command(command)
        return command

    return declared


def parameters(kind: Act) -> Iterator[click.Parameter]:
    """Yields click's parameters for a function, or for a dataclass of options."""
    for name, hint in _declared(kind):
        declaration = _declaration(hint)
        if declaration is not None:
            yield declaration.parameter(name)
        elif _is_group(hint):
            yield from parameters(hint)
        elif MADE not in getattr(hint, "__metadata__", ()):
            raise TypeError(f"{kind.__qualname__}: {name} declares no option")


class _Gathering:
    """Calls a verb's function with the values of its parameters, which click has parsed."""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.__doc__ = act.__doc__
        self.__name__ = act.__name__

    def __call__(self, **values: Any) -> Any:
        return _called(self.act, values)


def _called(kind: Act, values: Mapping[str, Any]) -> Any:
    return kind(
        **{
            name: _called(hint, values) if _is_group(hint) else values[name]
            for name, hint in _declared(kind)
        }
    )


def _declared(kind: Act) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
    else:
        names = list(inspect.signature(kind).parameters)
    for name in names:
        yield name, hints[name]


def _is_group(hint: Any) -> bool:
    return dataclasses.is_dataclass(hint)


def _declaration(hint: Any) -> Declaration | None:
    if get_origin(hint) is not Annotated:
        return None
    return next((one for one in get_args(hint)[1:] if isinstance(one, Declaration)), None)
