"""The profiler options that experiments vary, and their columns in tables.

An option that isn't set has the profiler's default.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import pandas as pd

from kpath_jvm.evaluation.results.columns import FLAG, WHOLE, Column
from kpath_jvm.recording.options import agent_table

Value: TypeAlias = int | bool
#: The values that are set, with the names of their columns, in the order of ``SETTINGS``.
Chosen: TypeAlias = tuple[tuple[str, Value], ...]
_WORDS = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Setting:
    """An option that is varied.

    ``name`` is its column in tables and its key in files. ``option`` is the agent's name for it.
    ``type`` is WHOLE or FLAG. If an ``is_extra`` option has its default value, its column is empty,
    as in tables from before the option was added.
    """

    name: str
    option: str
    type: str
    is_extra: bool = False


#: Whether a profile guides the numbering of paths. Experiment files have the key ``guides``
#: instead.
GUIDED = "guided"
SETTINGS = (
    Setting("degree", "degree", WHOLE),
    Setting("threshold", "threshold", WHOLE),
    Setting("remove_probes", "remove-probes", FLAG),
    Setting("array_paths", "array-paths", WHOLE),
    Setting(GUIDED, "guide", FLAG),
    Setting("calls", "calls", FLAG, is_extra=True),
)
NAMES = tuple(one.name for one in SETTINGS)
COLUMNS = tuple(Column(one.name, one.type) for one in SETTINGS)


def chosen(values: Mapping[Any, Any]) -> Chosen:
    """Returns the settings in a row of a table, or in a trial's configuration."""
    found = []
    for one in SETTINGS:
        value = values.get(one.name)
        if value is None or value is pd.NA or value == "":
            continue
        found.append((one.name, bool(value) if one.type == FLAG else int(value)))
    return tuple(found)


def in_words(what: Chosen) -> str:
    """Returns settings in the form of series' names, such as ``degree = 3``; "" for no settings."""
    return " ".join(
        f"{name} = {_WORDS[value] if isinstance(value, bool) else value}" for name, value in what
    )


def told(what: Chosen) -> str:
    """Returns settings in the form that legends show, such as ``degree 3, probes stay``."""
    return ", ".join(
        _TOLD[name, value] if (name, value) in _TOLD else f"{_UNITS[name]} {value:,}"
        for name, value in what
    )


_UNITS = {"degree": "degree", "threshold": "threshold", "array_paths": "arrays up to"}
_TOLD: dict[tuple[str, Value], str] = {
    ("remove_probes", True): "probes removed", ("remove_probes", False): "probes stay",
    (GUIDED, True): "guided", (GUIDED, False): "not guided",
    ("array_paths", 0): "hash tables only",
    ("calls", True): "across calls", ("calls", False): "not across calls",
}  # fmt: skip


#: Matches what ``in_words`` returns, also with a space before it. Each setting's value has a group.
PATTERN = "".join(
    rf" ?(?:{one.name} = (?P<{one.name}>{'yes|no' if one.type == FLAG else '[0-9]+'}))?"
    for one in SETTINGS
)


def parsed(match: "re.Match[str]") -> Chosen:
    """Returns the settings in a match of ``PATTERN``."""
    found: list[tuple[str, Value]] = []
    for one in SETTINGS:
        text = match[one.name]
        if text is not None:
            found.append((one.name, text == "yes" if one.type == FLAG else int(text)))
    return tuple(found)


def agent_values(what: Chosen) -> dict[str, Value]:
    """Returns the settings by the names of the agent's options.

    ``GUIDED`` is left out, because the agent's option takes a file instead of yes or no.
    """
    options = {one.name: one.option for one in SETTINGS if one.name != GUIDED}
    return {options[name]: value for name, value in what if name in options}


def are_defaults(what: Chosen) -> bool:
    """Returns whether all settings have the agent's default values."""
    return not without_defaults(what)


def without_defaults(what: Chosen) -> Chosen:
    """Returns the settings that aren't the agent's defaults, and ``GUIDED`` if it is set."""
    defaults = agent_table().options
    return tuple(
        (name, value)
        for name, value in what
        if name == GUIDED or str(defaults[_OPTIONS[name]].default) != _as_option(value)
    )


def as_tables_have(what: Chosen) -> Chosen:
    """Returns the settings that tables contain.

    Settings with ``is_extra`` are left out if they have their default values.
    """
    said = without_defaults(what)
    extra = {one.name for one in SETTINGS if one.is_extra}
    return tuple(one for one in what if one in said or one[0] not in extra)


_OPTIONS = {one.name: one.option for one in SETTINGS}


def _as_option(value: Value) -> str:
    return _WORDS[value] if isinstance(value, bool) else str(value)
