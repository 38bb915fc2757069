"""The options of verbs that record a program, `run` and `attach`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from kpath_jvm.cli.options.declared import Found, StreamOption, option
from kpath_jvm.cli.options.parameters import PATH, Quiet, SizeType, WholeNumber, rows_option
from kpath_jvm.recording.options import DEFAULT_LENGTH, largest_k
from kpath_jvm.recording.session_directory import DEFAULT_SEGMENT_BYTES
from kpath_jvm.recording.sizes import size_text

RecordedK = Annotated[
    int,
    option(
        "-k",
        cls=StreamOption,
        type=WholeNumber(1, largest_k),
        default=DEFAULT_LENGTH,
        metavar="K",
        help="Longest sequence, in loop iterations; 1 is plain Ball-Larus profiling.",
        found=Found.VALUE,
    ),
]
ProfileOutput = Annotated[
    Path | None,
    option(
        "-o",
        "--output",
        type=PATH,
        metavar="PATH",
        help="The profile's directory.  [default: NAME-DATE-TIME-PID.kpath here]",
        found=Found.INSIDE,
    ),
]


@dataclass(frozen=True)
class SegmentOptions:
    """The shared memory of a recording: its bytes, None as many as fit, and its directory."""

    segment_size: Annotated[
        int | None,
        option(
            "--segment-size",
            cls=StreamOption,
            type=SizeType(),
            metavar="SIZE",
            help="Shared memory, as 64M or 1G.  "
            f"[default: {size_text(DEFAULT_SEGMENT_BYTES)}, less if less is free]",
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
            help="Where the shared memory lies.  [default: /dev/shm]",
        ),
    ]


@dataclass(frozen=True)
class TellingOptions:
    """What is told of a recording: a view while it goes on, and a report at its end."""

    live: Annotated[
        bool,
        option(
            "--live",
            cls=StreamOption,
            is_flag=True,
            help="Show what is hot while it is recorded, as `kpath-jvm live` does; what `run` "
            "starts prints to a file then.",
            found=Found.VALUE,
        ),
    ]
    top: Annotated[int, rows_option("Rows of the report's tables.")]
    no_report: Annotated[
        bool, option("--no-report", is_flag=True, help="Print no report.", found=Found.VALUE)
    ]
    quiet: Quiet

    @property
    def is_silent(self) -> bool:
        """Whether no report is printed: with --quiet there are errors only."""
        return self.no_report or self.quiet
