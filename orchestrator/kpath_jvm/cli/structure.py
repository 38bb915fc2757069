"""``kpath-jvm structure``: how large the paper's structures are for a recorded run."""

from pathlib import Path

import click

from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.parameters import (
    PATH,
    Cache,
    LengthsType,
    SizeType,
    WholeNumber,
    java_home_option,
)
from kpath_jvm.engine.structure import (
    PAPER_L1,
    PAPER_L2,
    PAPER_LENGTHS,
    CacheShape,
    CacheSimulation,
)
from kpath_jvm.profile.names import printable


@click.command("structure")
@click.argument("recording", type=PATH, metavar="STREAM")
@option(
    "-k",
    "lengths",
    type=LengthsType(2),
    default=",".join(map(str, PAPER_LENGTHS)),
    show_default=True,
    metavar="K[,K...]",
    help="Longest sequences, in loop iterations, 2 or more.",
    found=Found.VALUE,
)
@option(
    "--caches",
    is_flag=True,
    help="Simulate two levels of cache under the accesses to nodes and hash tables; takes longer.",
    found=Found.VALUE,
)
@option(
    "--l1",
    type=Cache(),
    default=f"{PAPER_L1.size_bytes >> 10}K:{PAPER_L1.ways}",
    show_default=True,
    metavar="SIZE:WAYS[:LINE]",
    help="First level of the simulated caches.",
    found=Found.VALUE,
)
@option(
    "--l2",
    type=Cache(),
    default=f"{PAPER_L2.size_bytes >> 20}M:{PAPER_L2.ways}",
    show_default=True,
    metavar="SIZE:WAYS[:LINE]",
    help="Second level.",
    found=Found.VALUE,
)
@option(
    "--cache-items",
    type=WholeNumber(1, 1 << 62),
    metavar="N",
    help="Simulate caches under the stream's first N items only.  [default: all]",
    found=Found.VALUE,
)
@option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE",
    help="Write the figures to a JSON file.",
    found=Found.INSIDE,
)
@option("--csv", type=PATH, metavar="FILE", help="Write the rows as CSV.", found=Found.INSIDE)
@click.option("--force", is_flag=True, help="Replace existing files.")
@java_home_option
@option(
    "--engine-memory",
    type=SizeType(),
    metavar="SIZE",
    help="Memory for the structures of one k, as 512M or 2G; a k that needs more has no figures.  "
    "[default: a quarter of the machine's]",
    found=Found.VALUE,
)
@option("-q", "--quiet", is_flag=True, help="Print no table.", found=Found.VALUE)
def command(
    recording: Path,
    lengths: tuple[int, ...],
    caches: bool,
    l1: CacheShape,
    l2: CacheShape,
    cache_items: int | None,
    output: Path | None,
    csv: Path | None,
    force: bool,
    java_home: Path | None,
    engine_memory: int | None,
    quiet: bool,
) -> None:
    """Compute the sizes of the k-slab forest, the k-IPF and BLPP's table for a recorded run.

    As the paper's profiler would have them, every path going through them: hash operations, nodes,
    degrees, depths, node scans (docs/formats/structure.md). STREAM is of `run --record`, or of the
    agent alone.

    \b
    kpath-jvm structure app.stream -k 2,8,16 --csv structure.csv
    """
    if cache_items is not None and not caches:
        raise click.UsageError("--cache-items is for --caches; add it")
    from kpath_jvm.evaluation.structure.structure import Outputs, StructureRequest, structure

    simulation = CacheSimulation(l1, l2, cache_items) if caches else None
    request = StructureRequest(recording, lengths, simulation, java_home, engine_memory)
    for written in structure(request, Outputs(output, csv, force, quiet)):
        click.echo(f"kpath-jvm: wrote {printable(str(written))}", err=True)
