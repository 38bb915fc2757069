"""Writes the segment and the metadata of a made-up program, as the agent leaves them.

No engine has read the segment. Each method is a loop around branches. In each iteration, a few
paths are likely; the two previous iterations decide which. So counts differ by orders of magnitude,
as in real programs. A unit is a group of similar methods, and a larger recording has more units.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jpype
import numpy as np
import numpy.typing as npt

from builders.checked import checked
from builders.methods import MethodSpec
from kpath_jvm.recording.segment_layout import SegmentGeometry, SegmentLayout

#: The approximate number of a unit's nodes in the k-IPF for k = 8.
NODES_PER_UNIT = 110_000
_ITEMS_PER_UNIT = 1 << 15
_METHODS_PER_UNIT = 16
#: A shape is the number of branches in a method's loop, and the number of iterations in an
#: activation. Units take these shapes in turn.
_SHAPES = ((2, 8), (4, 16), (6, 32), (3, 128), (5, 64), (7, 16))
_MOST_FOLLOWERS = 8

Int64Array = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Unit:
    """The activations of a unit's methods.

    Each row of ``paths`` has the numbers of an activation's paths. ``methods`` has the number of
    each activation's method.
    """

    branches: int
    methods: Int64Array
    paths: Int64Array


def write_recording(directory: Path, nodes: int, seed: int, layout: SegmentLayout) -> int:
    """Writes ``segment`` and ``methods.jsonl`` for about ``nodes`` nodes of the k-IPF.

    The engine's JVM must have been started, because its classes define the words of a stream.
    Returns the number of path completions.
    """
    random = np.random.default_rng(seed)
    units = [
        _unit(random, *_SHAPES[number % len(_SHAPES)])
        for number in range(max(nodes // NODES_PER_UNIT, 1))
    ]
    first_ids = _write_methods(directory / "methods.jsonl", units)
    stream = jpype.JClass("org.kpathjvm.runtime.layout.StreamFormat")
    blocks = list(_blocks(units, first_ids, layout, stream))
    _write_segment(directory / "segment", blocks, int(first_ids[-1]), layout)
    return sum(unit.paths.size for unit in units)


def _unit(random: np.random.Generator, branches: int, iterations: int) -> Unit:
    activations = _ITEMS_PER_UNIT // iterations
    # The second method has about half as many activations as the first method, the third method
    # has about a third as many, and so on.
    weights = 1 / np.arange(1, _METHODS_PER_UNIT + 1)
    methods = np.sort(random.choice(_METHODS_PER_UNIT, activations, p=weights / weights.sum()))
    bodies = np.zeros((activations, iterations), dtype=np.int64)
    for step in range(iterations):
        likely = -np.log2(random.random(activations, dtype=np.float64) + 1e-9).astype(np.int64)
        mixed = np.minimum(likely, _MOST_FOLLOWERS - 1) + 1
        for before in (bodies[:, step - 1], bodies[:, step - 2]) if step > 1 else ():
            mixed = (mixed * 31 + before + 7 * methods) * 0x9E3779B1 & 0x7FFF_FFFF
            mixed ^= mixed >> 15
        bodies[:, step] = mixed % (1 << branches)
    paths = 2 * bodies
    # An activation's first path starts at the entry, and its last path ends at the exit.
    paths[:, 0] += 2 << branches
    paths[:, -1] += 1
    return Unit(branches, methods, paths)


def _method(unit: int, number: int, branches: int) -> MethodSpec:
    """Returns a loop around a chain of branches. Each branch adds a bit to the path's number."""
    blocks: list[Any] = [(0, 1, [(0, 10)])]
    edges = []
    for branch in range(branches):
        fork, left, right, join = (3 * branch + at for at in range(4))
        line = 11 + 3 * branch
        blocks += [
            (8 * block, 8 * block + 6, [(8 * block, line + at)])
            for at, block in enumerate((left, right, join))
        ]
        edges += [(fork, left, 0), (fork, right, 2 << (branches - 1 - branch))]
        edges += [(left, join, 0), (right, join, 0)]
    last = 3 * branches
    return MethodSpec(
        class_name=f"made/up/Unit{unit}", name=f"loop{number}", descriptor="(I)V",
        blocks=blocks, edges=edges,
        starts=[("loop", 0, 0), ("entry", 0, 2 << branches)],
        ends=[("loop", last, 0), ("exit", last, 1)],
        paths=4 << branches, counters=(),
        loops=[{"header": 0, "latches": [last], "blocks": list(range(last + 1)), "parent": -1}],
    )  # fmt: skip


def _write_methods(path: Path, units: Sequence[Unit]) -> Int64Array:
    """Writes the metadata. Returns the first id of each method, and then the first unused id."""
    first_ids = [1]
    with path.open("w", encoding="utf-8") as file:
        for number, unit in enumerate(units):
            for at in range(_METHODS_PER_UNIT):
                method = _method(number, at, unit.branches)
                method.first_id = first_ids[-1]
                first_ids.append(method.first_id + method.paths)
                file.write(checked(method.line()))
    return np.array(first_ids, dtype=np.int64)


def _blocks(
    units: Sequence[Unit], first_ids: Int64Array, layout: SegmentLayout, stream: Any
) -> Iterator[npt.NDArray[np.int32]]:
    """Yields the 32-bit words of each segment block. All blocks belong to one thread's stream."""
    begun = 1
    for number, unit in enumerate(units):
        firsts = first_ids[number * _METHODS_PER_UNIT + unit.methods]
        ids = unit.paths + firsts[:, np.newaxis]
        ids[:, -1] *= -1
        activations = np.arange(begun, begun + len(ids)) << int(stream.SEQUENCE_BITS)
        begun += len(ids)
        words = np.empty((len(ids), ids.shape[1] + 3), dtype=np.int32)
        words[:, 0] = int(stream.BEGIN)
        words[:, 1] = (activations & 0xFFFF_FFFF).astype(np.uint32).view(np.int32)
        words[:, 2] = activations >> 32
        words[:, 3:] = ids
        per_block = layout["BLOCK_BYTES"] // 4 // words.shape[1]
        for first in range(0, len(words), per_block):
            yield words[first : first + per_block].ravel()


def _write_segment(
    path: Path, blocks: Sequence[npt.NDArray[np.int32]], ids: int, layout: SegmentLayout
) -> None:
    """Writes a segment whose target has ended, and which no engine has read."""
    geometry = SegmentGeometry.of(layout, layout["SLOT_COUNT"], len(blocks), 0)
    if geometry.total_bytes > layout["MOST_SEGMENT_BYTES"]:
        raise SystemExit(f"{len(blocks)} blocks are too many for a segment; pass a lower --nodes")
    memory = bytearray(geometry.total_bytes)
    fields = {
        "VERSION": layout["VERSION"], "FLAGS": layout["FLAG_KEEP"],
        "TOTAL_BYTES": geometry.total_bytes, "SLOT_COUNT": geometry.slot_count,
        "BLOCK_COUNT": geometry.block_count, "TARGET_STATE": layout["TARGET_SHUTDOWN"],
        "TARGET_PID": 1, "THREAD_COUNT": 1, "ID_COUNT": ids, "LEASE_COUNT": 1,
        "MAGIC": layout["MAGIC"],
    }  # fmt: skip
    for name, value in fields.items():
        layout.header[name].write(memory, value)
    for number, words in enumerate(blocks):
        at = geometry.offsets["DESCRIPTORS"] + number * layout["DESCRIPTOR_BYTES"]
        for name, value in (
            ("STATE", layout["BLOCK_STREAM"]), ("LEASE", 0), ("SEQUENCE", number),
            ("FINAL_BYTES", words.nbytes),
        ):  # fmt: skip
            offset, size = layout.fields[f"DESCRIPTOR_{name}"]
            memory[at + offset : at + offset + size] = value.to_bytes(size, "little")
        at = geometry.offsets["BLOCKS"] + number * layout["BLOCK_BYTES"]
        memory[at : at + words.nbytes] = words.tobytes()
    path.write_bytes(memory)
