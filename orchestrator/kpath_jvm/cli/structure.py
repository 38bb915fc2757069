"""``kpath-jvm structure``: the sizes of the k-BLPP paper's structures for a recorded run."""

from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options.counting import MEMORY_DEFAULT
from kpath_jvm.cli.options.declared import Declaration, Found, argument, flag, option, verb
from kpath_jvm.cli.options.outputs import FormatOptions
from kpath_jvm.cli.options.parameters import (
    PATH,
    Cache,
    JavaHome,
    LengthsType,
    SizeType,
    WholeNumber,
    output_option,
)
from kpath_jvm.engine.structure import (
    PAPER_L1,
    PAPER_L2,
    PAPER_LENGTHS,
    CacheShape,
    CacheSimulation,
)
from kpath_jvm.profile.names import printable
from kpath_jvm.recording.sizes import size_text


def _cache_option(spelling: str, shape: CacheShape, text: str) -> Declaration:
    return option(
        spelling,
        type=Cache(),
        default=f"{size_text(shape.size_bytes)}:{shape.ways}",
        metavar="SIZE:WAYS[:LINE]",
        help=text,
        found=Found.VALUE,
    )


@verb("structure")
def command(
    recording: Annotated[Path, argument(type=PATH, metavar="STREAM")],
    lengths: Annotated[
        tuple[int, ...],
        option(
            "-k",
            type=LengthsType(2),
            default=",".join(map(str, PAPER_LENGTHS)),
            metavar="K[,K...]",
            help="Lengths of the longest sequences, in paths, each 2 or more.",
            found=Found.VALUE,
        ),
    ],
    caches: Annotated[
        bool,
        flag(
            "--caches",
            help="Simulate two levels of cache for the accesses to nodes and hash tables; this "
            "takes many times as long.",
            more="Figure 10 of `reproduce` shows the results.",
            found=Found.VALUE,
        ),
    ],
    l1: Annotated[
        CacheShape, _cache_option("--l1", PAPER_L1, "First level of the simulated caches.")
    ],
    l2: Annotated[
        CacheShape, _cache_option("--l2", PAPER_L2, "Second level of the simulated caches.")
    ],
    cache_items: Annotated[
        int | None,
        option(
            "--cache-items",
            type=WholeNumber(1, 1 << 62),
            metavar="N",
            help="Simulate caches for the stream's first N items only.  [default: all]",
            found=Found.VALUE,
        ),
    ],
    output: Annotated[
        Path | None,
        output_option("FILE", "Write the figures to a JSON file."),
    ],
    csv: Annotated[
        Path | None,
        option(
            "--csv",
            type=PATH,
            metavar="FILE",
            help="Write the rows as CSV.",
            found=Found.INSIDE,
            names_new=True,
        ),
    ],
    force: Annotated[bool, flag("--force", help="Replace existing files.")],
    java_home: JavaHome,
    engine_memory: Annotated[
        int | None,
        option(
            "--engine-memory",
            type=SizeType(),
            metavar="SIZE",
            help="Memory for the structures of one k, such as 512M or 2G. For a k that needs more, "
            f"no figures are shown.  [default: {MEMORY_DEFAULT}]",
            found=Found.VALUE,
        ),
    ],
    printed: FormatOptions,
    quiet: Annotated[bool, flag("-q", "--quiet", help="Print no figures.", found=Found.VALUE)],
) -> None:
    """Compute the sizes of the k-slab forest, the k-IPF and BLPP's table for a recorded run.

    The figures (hash operations, nodes, degrees, depths, node scans) are those that the paper's
    profiler would have if every path went through these structures (docs/formats/structure.md).
    STREAM comes from `run --record`, or from the agent alone.

    \b
    kpath-jvm structure app.stream -k 2,8,16 --csv structure.csv
    """
    if cache_items is not None and not caches:
        raise click.UsageError("--cache-items has no effect without --caches; add --caches")
    from kpath_jvm.evaluation.structure.structure import Outputs, StructureRequest, structure

    simulation = CacheSimulation(l1, l2, cache_items) if caches else None
    request = StructureRequest(recording, lengths, simulation, java_home, engine_memory)
    for written in structure(request, Outputs(output, csv, force, quiet, printed.is_json)):
        click.echo(f"kpath-jvm: wrote {printable(str(written))}", err=True)
