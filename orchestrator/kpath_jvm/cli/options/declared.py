"""Options of the command line, each with what a project's file that was merely found may do to it.

Such a file comes with the project, as a clone or an archive, and takes effect without being asked
for. Whoever wrote it must not gain more by it than other defaults: it may neither name what is run
or loaded, nor have anything replaced, nor lead us out of its directory.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import click

_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Found(enum.Enum):
    """What a file of defaults that was found, not named with ``--config``, may do to an option."""

    #: It may not set it. An option that declares nothing is refused.
    REFUSED = enum.auto()
    #: It may give any value: this says what is recorded or shown, and names no file.
    VALUE = enum.auto()
    #: It may give paths below its own directory: of data that is read, of new files and profiles.
    INSIDE = enum.auto()


class DeclaredOption(click.Option):
    """An option that declares what a found file may do to it."""

    def __init__(self, *arguments: Any, found: Found = Found.REFUSED, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        if isinstance(self.type, click.Path | click.File) and found is Found.VALUE:
            raise TypeError(f"{self.name} takes a path: declare it Found.INSIDE, or leave it out")
        self.found = found


class StreamOption(DeclaredOption):
    """An option that has an effect only where a process beside the program counts."""


def option(*arguments: Any, **attributes: Any) -> _Decorator:
    """Makes an Option, as ``click.option`` makes its own."""
    attributes.setdefault("cls", DeclaredOption)
    return click.option(*arguments, **attributes)


def of_found_files(one: click.Parameter) -> Found:
    """Returns what a found file may do to an option, of whatever class it is."""
    return one.found if isinstance(one, DeclaredOption) else Found.REFUSED
