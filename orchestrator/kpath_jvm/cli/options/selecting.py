"""The options that say which part of a profile is shown: the same in every verb that shows one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.parameters import Pattern
from kpath_jvm.shares import NoShareError, share_of

if TYPE_CHECKING:
    from kpath_jvm.analysis.selection import Selection

_Command = Callable[..., Any]


class Share(click.ParamType["float"]):
    """A share, as 10% or 0.1."""

    name = "share"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Returns the share as a number between 0 and 1."""
        if isinstance(value, float):
            return value
        try:
            return share_of(str(value))
        except NoShareError as error:
            self.fail(str(error), param, ctx)


def _repeatable(name: str, metavar: str, text: str) -> Callable[[_Command], _Command]:
    return option(
        f"--{name}",
        name,
        type=Pattern(),
        multiple=True,
        metavar=metavar,
        help=f"{text} Repeatable.",
        found=Found.VALUE,
    )


_OPTIONS: tuple[Callable[[_Command], _Command], ...] = (
    _repeatable(
        "include", "PATTERN", "Only these classes or packages, as when recording: org.foo.*, Bar."
    ),
    _repeatable("exclude", "PATTERN", "Not these classes or packages."),
    _repeatable(
        "method", "PATTERN", "Only these methods: Scanner.scan, scan*, org.foo.*.get, a.b.C.m(I)V."
    ),
    _repeatable("loop", "LINE", "Only loops that begin at a line: 42, Scanner.java:42, C.m:42."),
    _repeatable("line", "LINE", "Only the innermost loop around a line, spelled in the same way."),
    option(
        "--thread",
        metavar="THREAD",
        help="Only what one thread did, by its number or name; of profiles made with --per-thread.",
        found=Found.VALUE,
    ),
    option(
        "--jvm",
        metavar="PID|NAME",
        help="Only what one JVM did, by its process id or name; of profiles made with "
        "--follow-children.",
        found=Found.VALUE,
    ),
)
_MIN_SHARE = option(
    "--min-share",
    type=Share(),
    default=None,
    metavar="SHARE",
    help="Only methods with at least this share of all executed bytecodes: 5% or 0.05.",
    found=Found.VALUE,
)


def selection_options(command: _Command) -> _Command:
    """Gives a verb the options of a Selection; see taken_selection."""
    return narrowing_options(_MIN_SHARE(command))


def narrowing_options(command: _Command) -> _Command:
    """Gives a verb those of them that it hasn't got: ``--min-share`` is of its own meaning."""
    for one in reversed(_OPTIONS):
        command = one(command)
    return command


def place_options(command: _Command) -> _Command:
    """Gives a verb those of them that are about classes, methods and lines."""
    for one in reversed(_OPTIONS[:5]):
        command = one(command)
    return command


def taken_selection(options: dict[str, Any], *, min_share: bool = True) -> Selection:
    """Returns what the options select, and takes them out of the verb's."""
    from kpath_jvm.analysis.selection import Selection

    least = options.pop("min_share") if min_share else None
    names = ("include", "exclude", "method", "loop", "line", "thread", "jvm")
    return Selection(**{name: options.pop(name) for name in names}, min_share=least or 0.0)
