"""Types of the command line's values, and the options that several verbs have."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.options.declared import Found, StreamOption, option
from kpath_jvm.engine.structure import CacheShape, parse_cache
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.recording.options import largest_k
from kpath_jvm.recording.sizes import MOST_BYTES, format_size, parse_size
from kpath_jvm.records.engine import DEFAULT_ENGINE, ENGINES

_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class WholeNumber(click.ParamType["int"]):
    """A whole number within bounds, both included; the upper one may be known later."""

    name = "number"

    def __init__(self, low: int, high: int | Callable[[], int]) -> None:
        self.low = low
        self.high = high

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Returns the number that the text says."""
        text = str(value)
        high = self.high if isinstance(self.high, int) else self.high()
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or not self.low <= int(text) <= high:
            self.fail(f"{text!r} is not a whole number from {self.low} to {high}", param, ctx)
        return int(text)


class LengthsType(click.ParamType["tuple[int, ...]"]):
    """Values of k, as 2,3,8 or 2-16 or 2-8,16: ascending, each once."""

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
    """A simulated cache, as 32K:8 or 32K:8:64."""

    name = "cache"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> CacheShape:
        """Returns the cache's size, ways and line size."""
        shape = parse_cache(str(value))
        if shape is None:
            self.fail(
                f"{str(value)!r} is not a cache; write its size, ways and perhaps the bytes of a "
                "line, as 32K:8 or 6M:24:64",
                param,
                ctx,
            )
        return shape


class Pattern(click.ParamType["str"]):
    """A pattern or a place, which isn't empty."""

    name = "pattern"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Returns the pattern as it stands, unless it is empty."""
        if not str(value).strip():
            self.fail("an empty pattern means nothing; write it as the help says", param, ctx)
        return str(value)


PATH = click.Path(path_type=Path)


def _together(*options: _Decorator) -> _Decorator:
    """Several options as one decorator; help lists them in this order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for one in reversed(options):
            command = one(command)
        return command

    return decorate


# The same words in every verb that writes a profile.
java_home_option = click.option("--java-home", type=PATH, metavar="DIR", help="JDK for the engine.")
force_option = click.option("--force", is_flag=True, help="Replace an existing profile.")
engine_option = option(
    "--engine",
    cls=StreamOption,
    type=click.Choice(ENGINES),
    help="How sequences are counted: by what comes behind contexts, or by the paper's k-slab "
    f"forest; the profile is the same.  [default: {DEFAULT_ENGINE}]",
    found=Found.VALUE,
)
engine_memory_option = option(
    "--engine-memory",
    cls=StreamOption,
    type=SizeType(),
    metavar="SIZE",
    help="Memory for the engine's tables, as 512M or 2G; beyond it rare sequences are folded, "
    "and the report states the error; k-sf fails.  [default: a quarter of the machine's]",
    found=Found.VALUE,
)
workers_option = option(
    "--workers",
    cls=StreamOption,
    type=WholeNumber(1, 64),
    metavar="N",
    help="Threads of the engine.  [default: half of the CPUs, 1 to 4]",
    found=Found.VALUE,
)

#: How the engine is to work on a recording: EngineOptions by name.
engine_options = _together(java_home_option, workers_option, engine_memory_option, engine_option)
live_option = option(
    "--live",
    cls=StreamOption,
    is_flag=True,
    help="Show what is hot while it is recorded, as `kpath-jvm live` does; what `run` starts "
    "prints to a file then.",
    found=Found.VALUE,
)
profile_argument = click.argument("profile", type=PATH)
shown_k_option = option(
    "-k",
    type=WholeNumber(1, largest_k),
    metavar="K",
    help="Show sequences of at most K paths.  [default: what the profile holds]",
    found=Found.VALUE,
)
sources_option = option(
    "--sources",
    type=PATH,
    multiple=True,
    metavar="DIR|JAR",
    help="Sources: show the text of the lines; repeatable.",
    found=Found.INSIDE,
)
no_merge_option = option(
    "--no-merge",
    is_flag=True,
    help="Keep the same method of several class loaders apart.",
    found=Found.VALUE,
)

_dacapo_option = click.option(
    "--dacapo-jar",
    "dacapo_jars",
    multiple=True,
    type=PATH,
    metavar="JAR",
    help="DaCapo's own jar, of any release; repeatable.  [default: $KPATH_DACAPO_JAR, the cache]",
)
_spec_option = click.option(
    "--spec-home",
    type=PATH,
    metavar="DIR",
    help="SPECjvm2008's own kit, installed.  [default: $KPATH_SPEC_HOME, the cache]",
)
_renaissance_option = click.option(
    "--renaissance-jar",
    type=PATH,
    metavar="JAR",
    help="Renaissance's own jar.  [default: $KPATH_RENAISSANCE_JAR, the cache]",
)


#: The options that name official kits, for a verb that runs workloads; see taken_kits.
kit_options = _together(_dacapo_option, _spec_option, _renaissance_option)


def complete_suites(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The suites that a word may go on to, for the shell."""
    suites = (suite for suite, _ in _workload_names())
    return sorted({it for it in suites if it.startswith(incomplete)})


def complete_benchmarks(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The benchmarks, of the suite that has been given if one has, for the shell."""
    given = ctx.params.get("suite")
    return sorted(
        {
            name
            for suite, name in _workload_names()
            if given in (None, suite) and name.startswith(incomplete)
        }
    )


def _workload_names() -> list[tuple[str, str]]:
    from kpath_jvm.evaluation.workloads.catalogue import list_workloads
    from kpath_jvm.evaluation.workloads.kits.catalogue import list_official

    return [(it.suite, it.name) for it in (*list_workloads(), *list_official())]


def taken_kits(options: dict[str, Any]) -> KitPlaces:
    """The places that kit_options were given, taken out of the verb's options."""
    home, jar = options.pop("spec_home"), options.pop("renaissance_jar")
    return KitPlaces(
        dacapo=tuple(options.pop("dacapo_jars")),
        specjvm=() if home is None else (home,),
        renaissance=() if jar is None else (jar,),
    )


class OfLoops(click.ParamType["str"]):
    """A number for loops, as ``pkg.Class.method:3`` or ``pkg.Class.method@12:3``."""

    name = "METHOD:K"

    def __init__(self, least: int, most: int) -> None:
        """Takes numbers from ``least`` to ``most``."""
        self._least, self._most = least, most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Returns the text; fails for one that is none."""
        text = str(value)
        rule = text.replace("/", ".")
        found = re.fullmatch(r".+\.[^.@:]+(?:@\d{1,5})?:(\d{1,9})", rule, re.ASCII)
        if found is None or not self._least <= int(found[1]) <= self._most:
            self.fail(
                f"{text!r} is not CLASS.METHOD:K or CLASS.METHOD@OFFSET:K with a K from "
                f"{self._least} to {self._most}",
                param,
                ctx,
            )
        return text
