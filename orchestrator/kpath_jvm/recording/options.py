"""The agent's options: the table of all options in contract.json, and the values for one run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from msgspec import Struct

from kpath_jvm.installation import jars, read_contract, require_jars

Value: TypeAlias = str | int | bool | tuple[str, ...]

#: The name of the profiler that sends paths to another process. All other profilers are inline.
STREAM = "stream"
#: The default of ``-k``, which is the number of paths in a profile's longest sequences.
DEFAULT_LENGTH = 8


class AgentOption(Struct, frozen=True):
    """One of the agent's options (AgentOption in the agent's sources).

    ``type`` is choice (among ``choices``), number or size (from ``least`` to ``most``), flag,
    patterns or file. ``default`` describes the default value. ``placement`` says how the command
    line sets the option. "offered" means that the command line has the option, in this
    ``spelling``, for the agent only. "shared" means that the launcher has an option of its own in
    this ``spelling``, and passes its value to the agent where that is needed. "set" means that the
    launcher sets the agent's option. ``in_found_files`` says whether a file of defaults is allowed
    to set the option even if the user hasn't named the file.
    """

    name: str
    type: str
    default: str
    help: str
    placement: str
    spelling: str
    metavar: str | None
    in_found_files: bool
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


class ProfilerFacts(Struct, frozen=True):
    """What the agent says about one of its profilers, with the options that the profiler takes."""

    name: str
    inline: bool
    paths: bool
    options: tuple[str, ...]


class OptionTable(Struct, frozen=True):
    """The agent's options and profilers by name, in the agent's order."""

    options: Mapping[str, AgentOption]
    profilers: Mapping[str, ProfilerFacts]

    def takes(self, profiler: str, option: str) -> bool:
        """Returns whether an option has an effect with a profiler."""
        return option in self.profilers[profiler].options


@cache
def load_options(contract: Path) -> OptionTable:
    """Reads the table; raises KpathError if contract.json is unreadable or has no table."""
    document = read_contract(contract, "options", "profilers")
    options = [
        AgentOption(**{**entry, "choices": tuple(entry.get("choices", ()))})
        for entry in document["options"]
    ]
    profilers = [
        ProfilerFacts(**{**entry, "options": tuple(entry["options"])})
        for entry in document["profilers"]
    ]
    return OptionTable({one.name: one for one in options}, {one.name: one for one in profilers})


def agent_table() -> OptionTable:
    """Returns the table of the installed agent; whether the agent is up to date is checked later.

    Raises KpathError (exit status 125) if there is no agent, or contract.json is damaged.
    """
    found = jars()
    return load_options((found if found.contract.is_file() else require_jars()).contract)


@cache
def largest_k() -> int:
    """Returns the largest k that can be counted. Raises KpathError if there are no jars."""
    return int(read_contract(jars().contract, "largest_k")["largest_k"])


@dataclass(frozen=True)
class AgentOptions:
    """The options that the agent gets, by name; all other options have the agent's defaults."""

    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def profiler(self) -> str:
        """The name of the profiler."""
        return str(self.values.get("profiler", STREAM))

    @property
    def shows_all_entered(self) -> bool:
        """Whether every method that was entered and is in scope is in the recording."""
        return self.values.get("scope") != "hot"

    @property
    def asks_for_some_classes(self) -> bool:
        """Whether patterns say which classes to include."""
        return bool(self.values.get("include"))

    @property
    def why_no_method(self) -> str:
        """The message for a recording that has no methods."""
        if self.values.get("scope") == "hot":
            return "no method was found hot, or its class could not be changed; try --scope loops"
        return "no method was instrumented; check --include and --exclude"

    def text(self, **more: Path | int) -> str:
        """Returns the options in the form that the agent parses.

        ``more`` has options that the launcher adds. Special characters in values, such as
        ``% , = :``, are percent-encoded.
        """
        return ",".join(f"{name}={_text(value)}" for name, value in {**more, **self.values}.items())


def _text(value: Value | Path) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ":".join(_text(item) for item in value)
    return quote(str(value), safe="/*$")
