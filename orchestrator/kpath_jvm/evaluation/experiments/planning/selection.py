"""Reads each profiler's options from an experiment's file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.trial_commands import CUTS
from kpath_jvm.evaluation.profilers import PROFILERS
from kpath_jvm.evaluation.results import schema
from kpath_jvm.evaluation.results.columns import FLAG
from kpath_jvm.evaluation.results.settings import GUIDED, SETTINGS, Value
from kpath_jvm.nearest import nearest
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.profilers import Profiler
from kpath_jvm.recording.options import agent_table, largest_k
from kpath_jvm.toml_tables import Natural, Table, read

#: The scope of a profiler that profiles all methods.
ALL = "all"
SCOPES = (ALL, *filter(None, schema.SCOPES))
#: The name and the values of each setting.
Settings: TypeAlias = tuple[tuple[str, tuple[Value, ...]], ...]
_GUIDE = "guide"


@dataclass(frozen=True)
class ProfilerSelection:
    """A profiler, its own options, and the values of k, the cuts and the scopes to run it with.

    ``settings`` has the values of each option that the file sets. ``guides`` has pairs of a
    benchmark selector and an earlier profile. The selected benchmarks also run with that profile as
    the guide. ``benchmarks`` restricts the profiler to some benchmarks (empty: all).
    ``repetitions`` is None if the experiment's number applies.
    """

    profiler: str
    k: tuple[int, ...] = ()
    cuts: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    settings: Settings = ()
    guides: tuple[tuple[str, str], ...] = ()
    benchmarks: tuple[str, ...] = ()
    repetitions: Natural | None = None


def read_selection(name: str, table: Table, directory: Path) -> ProfilerSelection:
    """Returns the selection in the table ``profilers.NAME``.

    Paths in the table are relative to ``directory``. Raises KpathError (exit status 2) if the table
    is wrong.
    """
    if name not in PROFILERS:
        raise KpathError(f"unknown profiler {name!r}{nearest(name, PROFILERS)}", 2)
    profiler = PROFILERS[name]
    least_k = profiler.least_k
    k = () if least_k is None else _k(table, least_k)
    for number in k:
        if number > largest_k():
            raise table.error("k", f"has {number}, more than {largest_k()}")
    cuts = _cuts(table) if profiler.takes("cut") else ()
    has_scopes = profiler.takes("scope") and table.has("scopes")
    scopes = table.words("scopes", SCOPES) if has_scopes else ()
    return read(
        table,
        ProfilerSelection,
        profiler=name,
        k=k,
        cuts=cuts,
        scopes=scopes,
        settings=_settings(profiler, table),
        guides=_guides(table, directory) if profiler.takes(_GUIDE) else (),
    )


def _k(table: Table, least: int) -> tuple[int, ...]:
    if table.has("k"):
        return table.distinct("k", _numbers(least))
    return (int(agent_table().options["k"].default),)


def _numbers(least: int) -> object:
    return tuple[Annotated[int, msgspec.Meta(ge=least)], ...]


def _cuts(table: Table) -> tuple[str, ...]:
    if table.has("cuts"):
        return table.words("cuts", CUTS)
    return (agent_table().options["cut"].default,)


def _settings(profiler: Profiler, table: Table) -> Settings:
    found: list[tuple[str, tuple[Value, ...]]] = []
    for one in SETTINGS:
        if one.name == GUIDED or not profiler.takes(one.option) or not table.has(one.name):
            continue
        if one.type == FLAG:
            found.append((one.name, table.distinct(one.name, tuple[bool, ...])))
            continue
        option = agent_table().options[one.option]
        values = table.distinct(one.name, _numbers(option.least))
        for value in values:
            if value > option.most:
                raise table.error(one.name, f"has {value}, more than {option.most}")
        found.append((one.name, values))
    for key, values in found:
        if not values:
            raise table.error(key, "is empty")
    return tuple(found)


def _guides(table: Table, directory: Path) -> tuple[tuple[str, str], ...]:
    found = []
    guides = table.optional_table("guides")
    for selector in guides.keys:
        profile = directory / guides.text(selector)
        if not (profile / RUN_FILE).is_file():
            raise guides.error(selector, f"is {profile}, which isn't a profile")
        found.append((selector, str(profile)))
    return tuple(found)
