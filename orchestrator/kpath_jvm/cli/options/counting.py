"""The options of verbs that use an engine: the engine itself, its threads and its memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import click

from kpath_jvm.cli.options.declared import Found, StreamOption, option
from kpath_jvm.cli.options.parameters import JavaHome, SizeType, WholeNumber
from kpath_jvm.records.engine import DEFAULT_ENGINE, ENGINES, EngineName

if TYPE_CHECKING:
    from kpath_jvm.sessions.components.dead import EngineOptions

#: A text for the help: the engine's default memory, which recording/engine_memory.py computes.
MEMORY_DEFAULT = "a quarter of the machine's"
Workers = Annotated[
    int | None,
    option(
        "--workers",
        cls=StreamOption,
        type=WholeNumber(1, 64),
        metavar="N",
        help="Threads of the engine.  [default: half of the CPUs, 1 to 4]",
        found=Found.VALUE,
    ),
]
EngineMemory = Annotated[
    int | None,
    option(
        "--engine-memory",
        cls=StreamOption,
        type=SizeType(),
        metavar="SIZE",
        help="Memory for the engine's tables, such as 512M or 2G. When it is full, rare sequences "
        "are folded, and the report states the error (k-sf fails instead).  "
        f"[default: {MEMORY_DEFAULT}]",
        more="The default is a quarter of the machine's or the container's memory, but at least "
        "64M. A size must be at least 4M for each worker, and at most the whole memory. "
        "[More](options.md#notes-on-some-options).",
        found=Found.VALUE,
    ),
]
Engine = Annotated[
    EngineName | None,
    option(
        "--engine",
        cls=StreamOption,
        type=click.Choice(ENGINES),
        help="How sequences are counted: by words and their contexts, or in the paper's k-slab "
        f"forest; the profile is the same.  [default: {DEFAULT_ENGINE}]",
        more="Only the engine's figures in run.json differ ([decision "
        "17](decisions/0017-contexts.md)). A forest must fit into `--engine-memory`: it is never "
        "folded.",
        found=Found.VALUE,
    ),
]


@dataclass(frozen=True)
class CountingOptions:
    """The options that say how an engine counts a recording."""

    java_home: JavaHome
    workers: Workers
    engine_memory: EngineMemory
    engine: Engine

    def asked(self) -> EngineOptions:
        """Returns the engine's options as the sessions take them."""
        from kpath_jvm.sessions.components.dead import EngineOptions

        return EngineOptions(self.java_home, self.workers, self.engine_memory, self.engine)
