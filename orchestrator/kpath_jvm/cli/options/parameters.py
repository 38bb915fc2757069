"""Types of the command line's values, and the options that several verbs have."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from kpath_jvm.cli.options.declared import Declaration, Found, argument, flag, option
from kpath_jvm.profile.names import printable
from kpath_jvm.recording.class_patterns import NEVER_PROFILED, is_never_profiled
from kpath_jvm.recording.options import largest_k
from kpath_jvm.recording.sizes import MOST_BYTES, format_size, parse_size
from kpath_jvm.shown import ROWS

if TYPE_CHECKING:
    from kpath_jvm.engine.structure import CacheShape


class WholeNumber(click.ParamType["int"]):
    """A whole number within bounds, both included; the upper bound may be a function."""

    name = "number"

    def __init__(self, low: int, high: int | Callable[[], int]) -> None:
        self.low = low
        self.high = high

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Returns the number in the text."""
        text = str(value)
        high = self.high if isinstance(self.high, int) else self.high()
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or not self.low <= int(text) <= high:
            self.fail(f"{text!r} is not a whole number from {self.low} to {high}", param, ctx)
        return int(text)


class LengthsType(click.ParamType["tuple[int, ...]"]):
    """Values of k, such as 2,3,8 or 2-16 or 2-8,16; the result is ascending, without duplicates."""

    name = "lengths"

    def __init__(self, low: int) -> None:
        self._one = WholeNumber(low, largest_k)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Returns the values of k in ascending order."""
        if isinstance(value, tuple):
            return value
        found: set[int] = set()
        for part in str(value).split(","):
            first, dash, last = (text.strip() for text in part.strip().partition("-"))
            low = self._one.convert(first, param, ctx)
            high = self._one.convert(last, param, ctx) if dash else low
            if high < low:
                self.fail(f"{part.strip()!r} runs backwards; write {last}-{first}", param, ctx)
            found.update(range(low, high + 1))
        return tuple(sorted(found))


class NumbersType(click.ParamType["tuple[int, ...]"]):
    """Whole numbers, such as 1,10,100; the result is ascending, without duplicates."""

    name = "numbers"

    def __init__(self, low: int, high: int) -> None:
        self._one = WholeNumber(low, high)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Returns the numbers in ascending order."""
        if isinstance(value, tuple):
            return value
        parts = str(value).split(",")
        return tuple(sorted({self._one.convert(part.strip(), param, ctx) for part in parts}))


class SizeType(click.ParamType["int"]):
    """A number of bytes within bounds, both included, written as 1048576, 64M or 1G."""

    name = "size"

    def __init__(self, low: int = 0, high: int = MOST_BYTES) -> None:
        self.low = low
        self.high = high

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Returns the size in bytes."""
        size = parse_size(str(value))
        if size is None:
            self.fail(f"{str(value)!r} is not a size; write bytes, or 512K, 64M, 1G", param, ctx)
        if not self.low <= size <= self.high:
            most = f" to {format_size(self.high)}" if self.high < MOST_BYTES else ""
            bounds = f"from {format_size(self.low)}{most}"
            self.fail(f"{str(value)!r} is not a size {bounds}", param, ctx)
        return size


class Cache(click.ParamType["CacheShape"]):
    """A simulated cache, such as 32K:8 or 32K:8:64."""

    name = "cache"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> "CacheShape":
        """Returns the cache's size, ways and line size."""
        # Imported here because every verb imports this module, but only `structure` has caches.
        from kpath_jvm.engine.structure import parse_cache

        shape = parse_cache(str(value))
        if shape is None:
            self.fail(
                f"{str(value)!r} is not a cache; write its size, its ways and optionally the "
                "bytes of a line, such as 32K:8 or 6M:24:64",
                param,
                ctx,
            )
        return shape


class Pattern(click.ParamType["str"]):
    """A filter's non-empty value: a pattern, or a line such as C.m:42."""

    name = "pattern"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Returns the pattern unchanged; fails if it is empty."""
        if not str(value).strip():
            self.fail("an empty pattern matches nothing; see the help", param, ctx)
        return str(value)


class Included(Pattern):
    """A pattern for classes to record."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Returns the pattern; fails if it matches only classes that are never profiled."""
        text = super().convert(value, param, ctx)
        if is_never_profiled(text):
            packages = ", ".join(f"{name}*" for name in NEVER_PROFILED)
            self.fail(
                f"{printable(text)} matches only classes that are never profiled: the recorder "
                f"uses those of {packages} itself, or the JVM treats them specially",
                param,
                ctx,
            )
        return text


class Duration(click.ParamType["float"]):
    """Seconds, such as 30 or 0.5."""

    name = "seconds"
    _LEAST, _MOST = 0.001, 1e7

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Returns the number of seconds in the text."""
        try:
            seconds = float(str(value))
        except ValueError:
            seconds = 0.0
        if not self._LEAST <= seconds <= self._MOST:
            self.fail(f"{str(value)!r} is not a time; write seconds, such as 30 or 0.5", param, ctx)
        return seconds


class OfLoops(click.ParamType["str"]):
    """A number for all loops of a method (``a.C.m:3``), or for one loop (``a.C.m@12:3``).

    One loop is named by the bytecode offset of its header, here 12.
    """

    name = "METHOD:K"

    def __init__(self, least: int, most: int) -> None:
        """Accepts numbers from ``least`` to ``most``."""
        self._least, self._most = least, most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Returns the text; fails if it has another form, or if the number is out of bounds."""
        text = str(value)
        rule = text.replace("/", ".")
        found = re.fullmatch(r".+\.[^.@:]+(?:@\d{1,5})?:(\d{1,9})", rule, re.ASCII)
        if found is None or not self._least <= int(found[1]) <= self._most:
            self.fail(
                f"{text!r} is not CLASS.METHOD:K or CLASS.METHOD@OFFSET:K, where K is from "
                f"{self._least} to {self._most}",
                param,
                ctx,
            )
        return text


PATH = click.Path(path_type=Path)


def rows_option(
    text: str, default: int = ROWS, *, least: int = 1, most: int = 10_000
) -> Declaration:
    """Declares ``--top``: how many rows of one kind are shown."""
    return option(
        "--top", type=WholeNumber(least, most), default=default, metavar="N", help=text,
        found=Found.VALUE,
    )  # fmt: skip


def most_rows_option(text: str, default: str, *, more: str = "") -> Declaration:
    """Declares a ``--top`` whose default may be all rows; ``default`` describes it in the help."""
    return option(
        "--top", type=WholeNumber(1, 1_000_000), metavar="N", help=f"{text}  [default: {default}]",
        more=more, found=Found.VALUE,
    )  # fmt: skip


def shown_k_option(default: str) -> Declaration:
    """Declares ``-k`` for what is shown; ``default`` describes the default in the help."""
    return option(
        "-k",
        type=WholeNumber(1, largest_k),
        metavar="K",
        help=f"Show sequences of at most K paths.  [default: {default}]",
        found=Found.VALUE,
    )


def output_option(metavar: str, text: str, *, required: bool = False) -> Declaration:
    """Declares ``-o``: where a verb writes its result."""
    return option(
        "-o", "--output", type=PATH, metavar=metavar, required=required, help=text,
        found=Found.INSIDE, names_new=True,
    )  # fmt: skip


Coverage = Annotated[
    tuple[int, ...] | None,
    option(
        "--coverage",
        type=NumbersType(1, 1_000),
        metavar="N[,N...]",
        help="For each N, such as 1,10,100, also show how much the N hottest sequences cover "
        "together, if sequences may have up to 1, 2, 4, 8 ... paths.",
        found=Found.VALUE,
    ),
]
#: A JVM, named by its process id, its main class or its jar (launch.jvms).
JvmName = Annotated[str, argument(metavar="PID|NAME")]
ProfileArgument = Annotated[Path, argument(type=PATH)]
#: The method that is shown; if none is given, the filters must leave a single method.
MethodArgument = Annotated[str | None, argument(metavar="[CLASS.METHOD]", required=False)]
JavaHome = Annotated[
    Path | None, option("--java-home", type=PATH, metavar="DIR", help="JDK for the engine.")
]
Force = Annotated[bool, flag("--force", help="Replace an existing profile.")]
HoweverAdded = Annotated[
    bool,
    flag(
        "--however-recorded",
        help="Add up profiles even if they were recorded with different --include, --exclude or "
        "--scope.  [default: that is an error]",
        found=Found.VALUE,
    ),
]
ForceFile = Annotated[bool, flag("--force", help="Replace an existing file.")]
ShownK = Annotated[int | None, shown_k_option("what the profile holds")]


def sources_option(name: str, help_text: str) -> Any:
    """Returns the option ``name`` for directories and jars with sources."""
    return option(
        name,
        type=PATH,
        multiple=True,
        metavar="DIR|JAR",
        help=help_text,
        more="A file is found by its package's folders, else by its name and the package that it "
        "declares. Of several such files, the one that fits the recorded code best is taken, or "
        "the first of them. Nothing is shown of a file that does not fit. A file of more than "
        "32 MiB is not read, and a JAR inside a DIR is not opened. Lines on stderr say what is "
        "left out for one of these reasons. If a file is not found, a line names each DIR and JAR "
        "that has no source of what is shown.",
        found=Found.INSIDE,
    )


Sources = Annotated[
    tuple[Path, ...],
    sources_option("--sources", "Sources of the program, to show the text of lines; repeatable."),
]
NoMerge = Annotated[
    bool,
    flag(
        "--no-merge", help="Keep a method's versions of several loaders apart.", found=Found.VALUE
    ),
]
Quiet = Annotated[
    bool,
    flag(
        "-q", "--quiet", help="Print errors only: no progress lines, no report.", found=Found.VALUE
    ),
]
