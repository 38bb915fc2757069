"""The options that select a part of a profile; the verbs that show profiles share them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, TypeAlias

import click

from kpath_jvm.cli.options.declared import Declaration, Found, option
from kpath_jvm.cli.options.parameters import Pattern
from kpath_jvm.shares import NoShareError, share_of

if TYPE_CHECKING:
    from kpath_jvm.analysis.selection import Selection


class Share(click.ParamType["float"]):
    """A share, such as 10% or 0.1."""

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


def share_option(spelling: str, default: float, text: str, more: str = "") -> Declaration:
    """Declares an option whose value is a share below which something is left out."""
    return option(
        spelling,
        type=Share(),
        default=f"{100 * default:g}%",
        metavar="SHARE",
        help=text,
        more=more,
        found=Found.VALUE,
    )


def _patterns(name: str, metavar: str, text: str, more: str = "") -> Declaration:
    return option(
        f"--{name}",
        type=Pattern(),
        multiple=True,
        metavar=metavar,
        help=f"{text} Repeatable.",
        more=more,
        found=Found.VALUE,
    )


MethodPatterns: TypeAlias = Annotated[
    tuple[str, ...],
    _patterns(
        "method", "PATTERN", "Only these methods: Scanner.scan, scan*, org.foo.*.get, a.b.C.m(I)V."
    ),
]


@dataclass(frozen=True)
class PlaceOptions:
    """The options that name classes, methods and lines."""

    include: Annotated[
        tuple[str, ...],
        _patterns(
            "include",
            "PATTERN",
            "Only these classes or packages, written as for recording: org.foo.*, Bar.",
            "[filters.md](filters.md) says how these filters work together.",
        ),
    ]
    exclude: Annotated[
        tuple[str, ...], _patterns("exclude", "PATTERN", "Not these classes or packages.")
    ]
    method: MethodPatterns
    loop: Annotated[
        tuple[str, ...],
        _patterns("loop", "LINE", "Only loops that begin at a line: 42, Scanner.java:42, C.m:42."),
    ]
    line: Annotated[
        tuple[str, ...],
        _patterns(
            "line", "LINE", "Only the innermost loop around a line, which is written as for --loop."
        ),
    ]

    def selection(self) -> Selection:
        """Returns what the options select."""
        from kpath_jvm.analysis.selection import Selection

        return Selection(self.include, self.exclude, self.method, self.loop, self.line)


@dataclass(frozen=True)
class NarrowingOptions(PlaceOptions):
    """Adds the choice of thread and JVM, for verbs with a --min-share of their own."""

    thread: Annotated[
        str | None,
        option(
            "--thread",
            metavar="THREAD",
            help="Only what one thread did, by its number or name, in a profile made with "
            "--per-thread.",
            found=Found.VALUE,
        ),
    ]
    jvm: Annotated[
        str | None,
        option(
            "--jvm",
            metavar="PID|NAME",
            help="Only what one JVM did, by its process id or name, in a profile made with "
            "--follow-children.",
            found=Found.VALUE,
        ),
    ]

    def selection(self) -> Selection:
        """Returns what the options select."""
        return replace(super().selection(), thread=self.thread, jvm=self.jvm)


@dataclass(frozen=True)
class SelectionOptions(NarrowingOptions):
    """All options that select a part of a profile."""

    min_share: Annotated[
        float | None,
        option(
            "--min-share",
            type=Share(),
            metavar="SHARE",
            help="Only methods with at least this share of the recorded bytecodes: 5% or 0.05.",
            found=Found.VALUE,
        ),
    ]

    def selection(self) -> Selection:
        """Returns what the options select."""
        return replace(super().selection(), min_share=self.min_share or 0.0)
