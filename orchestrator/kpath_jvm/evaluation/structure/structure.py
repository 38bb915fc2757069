"""Does the work of the verb ``structure``: computes, prints and writes its figures."""

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import click

from kpath_jvm import __version__
from kpath_jvm.engine.structure import CacheSimulation, StructureRow, Totals
from kpath_jvm.engine.structure_bridge import COMPLETE, StructureBridge
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.structure.table import renderables
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import engine_jdk
from kpath_jvm.profile.metadata import metadata_facts, read_metadata
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.records.stream import StreamRecord
from kpath_jvm.regular_files import replacing, require_replaceable
from kpath_jvm.reports.output import write
from kpath_jvm.sessions.components.dead import DeadSource, require_ended
from kpath_jvm.sessions.components.drain import start_engine
from kpath_jvm.sessions.components.verdict import verdict_of
from kpath_jvm.sessions.drained import Drained


@dataclass(frozen=True)
class StructureRequest:
    """A recording, and what to compute for it.

    ``lengths`` are the values of k. ``caches`` are the caches to simulate, or None.
    ``engine_memory`` is in bytes, or None for the default.
    """

    recording: Path
    lengths: tuple[int, ...]
    caches: CacheSimulation | None
    java_home: Path | None
    engine_memory: int | None


@dataclass(frozen=True)
class Outputs:
    """Where the figures go: into files and, unless ``quiet``, to stdout.

    Stdout gets a table or, with ``as_json``, the JSON document.
    """

    json: Path | None
    csv: Path | None
    force: bool
    quiet: bool
    as_json: bool = False


def structure(request: StructureRequest, outputs: Outputs) -> list[Path]:
    """Prints the figures and writes them; returns the paths of the files.

    Raises KpathError if the figures can't be computed or a file can't be written.
    """
    wanted = [path for path in (outputs.json, outputs.csv) if path is not None]
    for path in wanted:
        require_replaceable(path, outputs.force)
    document = figures(request)
    for row in document["rows"]:
        if row["status"] != COMPLETE:
            click.echo(
                f"kpath-jvm: k={row['k']} needs more than the engine's memory; "
                "give more with --engine-memory",
                err=True,
            )
    if outputs.as_json and not outputs.quiet:
        sys.stdout.write(_json(document))
    elif not outputs.quiet:
        write(sys.stdout, None, *renderables(document))
    if document["completeness"]["reasons"]:
        click.echo(f"kpath-jvm: {document['completeness']['text']}", err=True)
    if outputs.json is not None:
        with replacing(outputs.json, outputs.force, "utf-8") as stream:
            stream.write(_json(document))
    if outputs.csv is not None:
        with replacing(outputs.csv, outputs.force, "utf-8") as stream:
            _write_csv(stream, document)
    return wanted


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=1) + "\n"


def figures(request: StructureRequest) -> dict[str, Any]:
    """Returns the figures as the JSON document of docs/formats/structure.md."""
    source = DeadSource.of(request.recording)
    directory, stream = source.directory, source.stream
    jars = require_jars()
    about = _about(source)
    with Segment.open(directory.segment, SegmentLayout.load(jars.contract)) as segment:
        header = segment.header()
        require_ended(source, header)
        metadata = read_metadata(directory.methods)
        memory = start_engine(engine_jdk(request.java_home), jars, request.engine_memory, 1)
        bridge = StructureBridge(
            directory.segment,
            source.journals,
            memory,
            [
                (one.counted.first_id, one.path_ids)
                for one in metadata.methods
                if one.numbered.paths
            ],
            [number for one in metadata.methods for number in one.counted.counters.values()],
            request.caches,
        )
        totals = bridge.totals()
        _require_undamaged(request.recording, bridge)
        _require_whole(request.recording, stream, totals)
        rows = list(_rows(request, bridge, totals))
    drained = Drained(header, None, totals.streamed_items)
    completeness = verdict_of(drained, None if stream is None else stream.signal)
    completeness = completeness.with_facts(metadata_facts(metadata, totals.unknown_completions))
    return {
        **about,
        "threads": header.threads,
        "completeness": completeness.document(),
        "items": totals.items,
        "streamed_items": totals.streamed_items,
        "activations": totals.activations,
        "caches": _caches(request.caches, totals),
        "rows": [row.document() for row in rows],
    }


def _rows(
    request: StructureRequest, bridge: StructureBridge, totals: Totals
) -> Iterator[StructureRow]:
    for k in request.lengths:
        row = bridge.row(k, totals)
        _require_undamaged(request.recording, bridge)
        yield row


def _require_undamaged(recording: Path, bridge: StructureBridge) -> None:
    failure = bridge.failure()
    if failure is not None:
        raise KpathError(f"{recording} is damaged, so there are no figures: {failure}")


def _require_whole(recording: Path, stream: StreamRecord | None, totals: Totals) -> None:
    missing = None if stream is None else stream.shortfall(totals.streamed_items)
    if missing is not None:
        raise KpathError(f"{recording} is damaged, so there are no figures: {missing}")


def _about(source: DeadSource) -> dict[str, Any]:
    directory = source.directory
    agent = directory.recording()
    session = directory.session()
    workload = None if session is None else session.workload
    return {
        "version": __version__,
        "recording": str(directory.path.resolve()),
        "suite": None if workload is None else workload.suite,
        "benchmark": None if workload is None else workload.name,
        "size": None if workload is None else workload.size,
        "command": agent.main if session is None else list(session.command),
        "cut": agent.options.get("cut"),
    }


def _caches(simulation: CacheSimulation | None, totals: Totals) -> dict[str, Any] | None:
    if simulation is None or totals.blpp_caches is None:
        return None
    # Cycles per instruction (CPI) don't follow from a simulation of caches.
    return {
        "simulated": True,
        "l1": str(simulation.l1),
        "l2": str(simulation.l2),
        "simulated_items": totals.simulated_items,
        "cpi": None,
        **{f"blpp_{name}": figure for name, figure in asdict(totals.blpp_caches).items()},
    }


def _write_csv(stream: Any, document: dict[str, Any]) -> None:
    """Writes one row per k. Cells of unknown figures are empty."""
    about = ("suite", "benchmark", "size", "cut", "items", "streamed_items", "activations")
    names = [*about, *(field.name for field in fields(StructureRow))]
    rows = csv.DictWriter(stream, names, lineterminator="\n")
    rows.writeheader()
    for row in document["rows"]:
        rows.writerow({**{name: document[name] for name in about}, **row})
