"""The options of verbs that record a program, `run` and `attach`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from kpath_jvm.cli.options.declared import Found, StreamOption, flag, option
from kpath_jvm.cli.options.parameters import (
    PATH,
    Quiet,
    SizeType,
    Sources,
    WholeNumber,
    output_option,
    rows_option,
)
from kpath_jvm.recording.options import DEFAULT_LENGTH, largest_k
from kpath_jvm.recording.session_directory import DEFAULT_SEGMENT_BYTES, JVM_SEGMENT_BYTES
from kpath_jvm.recording.sizes import size_text

RecordedK = Annotated[
    int,
    option(
        "-k",
        cls=StreamOption,
        type=WholeNumber(1, largest_k),
        default=DEFAULT_LENGTH,
        metavar="K",
        help="Longest sequence, in paths; an iteration is one path, or several if it has inner "
        "loops, cut edges or handlers. 1 is plain Ball-Larus profiling.",
        more="A larger K takes more of the engine's memory, and hardly more of the program's time. "
        "In the program, K only limits how many consecutive trips along one path are recorded "
        "([decision 22](decisions/0022-repeats.md)).",
        found=Found.VALUE,
    ),
]
ProfileOutput = Annotated[
    Path | None,
    output_option("PATH", "The profile's directory.  [default: NAME-DATE-TIME-PID.kpath here]"),
]


@dataclass(frozen=True)
class SegmentOptions:
    """The shared memory of a recording: its size (None: the default) and its directory."""

    segment_size: Annotated[
        int | None,
        option(
            "--segment-size",
            cls=StreamOption,
            type=SizeType(),
            metavar="SIZE",
            help="Size of the shared memory, such as 64M or 1G.  "
            f"[default: {size_text(DEFAULT_SEGMENT_BYTES)}, or half of what is free if that is "
            "less]",
            more="2M to 2047M. "
            "With `--follow-children`, the size is for each JVM, and the default is "
            f"{size_text(JVM_SEGMENT_BYTES)} or an eighth of what is free, whichever is less.",
            found=Found.VALUE,
        ),
    ]
    segment_dir: Annotated[
        Path | None,
        option(
            "--segment-dir",
            cls=StreamOption,
            type=PATH,
            metavar="DIR",
            help="Directory for the shared memory.  [default: /dev/shm]",
            more="The shared memory is a file in DIR; the agent gets the file's path.",
        ),
    ]


@dataclass(frozen=True)
class TellingOptions:
    """The options for what a user sees of a recording: a view while it runs, and a final report."""

    live: Annotated[
        bool,
        flag(
            "--live",
            help="Show what is hot during the recording, as `kpath-jvm live` does; the output of "
            "a program that `run` starts then goes to a file.",
            more="The file is that of `--target-output`, by default PROFILE.output.",
            cls=StreamOption,
            found=Found.VALUE,
        ),
    ]
    top: Annotated[int, rows_option("Rows of the report's tables.")]
    sources: Sources
    no_report: Annotated[bool, flag("--no-report", help="Print no report.", found=Found.VALUE)]
    quiet: Quiet

    @property
    def is_silent(self) -> bool:
        """Whether no report is printed, because of --no-report or --quiet."""
        return self.no_report or self.quiet
