"""What is known of one method's code: enough to decode any of its paths."""

from dataclasses import dataclass

import pyarrow as pa

from kpath_jvm.profile.decoding import DecodedPath, LineTable, PathDecoder
from kpath_jvm.profile.metadata import Loop


@dataclass(frozen=True)
class MethodCode:
    """The blocks' (first, last) offsets, lines, loops and path tables of one method."""

    offsets: tuple[tuple[int, int], ...]
    lines: LineTable
    loops: tuple[Loop, ...]
    decoder: PathDecoder

    def decode(self, path: int) -> DecodedPath:
        """Decodes a local path number; KpathError when the method has no such path."""
        blocks, start, end = self.decoder.blocks(path)
        return DecodedPath(
            path,
            blocks,
            tuple(self.offsets[block] for block in blocks),
            self.lines.of_path(blocks),
            start,
            end,
        )

    def header_line(self, header: int) -> int | None:
        """Returns the first line of a loop's header, None without a line table."""
        lines = self.lines.of_block(header)
        return lines[0] if lines else None

    def loop_around(self, headers: list[int]) -> Loop | None:
        """Returns the innermost loop that holds all the given loops, named by their headers."""
        chains = [self._chain(header) for header in dict.fromkeys(headers)]
        if not chains or not all(chains):
            return None
        shared = set(chains[0]).intersection(*chains[1:])
        return next((self.loops[loop] for loop in chains[0] if loop in shared), None)

    def _chain(self, header: int) -> list[int]:
        """Returns the indices of the loop with this header and of those around it."""
        at = next((i for i, loop in enumerate(self.loops) if loop.header == header), -1)
        chain: list[int] = []
        while at >= 0 and at not in chain:
            chain.append(at)
            at = self.loops[at].parent
        return chain


def method_code(blocks: pa.Table, edges: pa.Table, loops: pa.Table) -> MethodCode:
    """Builds it from the rows of one method in the three tables."""
    columns = blocks.to_pydict()
    offsets = tuple(zip(columns["first_offset"], columns["last_offset"], strict=True))
    lines = LineTable(
        offsets,
        [
            list(zip(at, line, strict=True))
            for at, line in zip(columns["line_offsets"], columns["lines"], strict=True)
        ],
    )
    rows = edges.to_pylist()
    decoder = PathDecoder(
        [(r["reason"], r["target"], r["value"]) for r in rows if r["kind"] == "start"],
        [(r["source"], r["target"], r["value"]) for r in rows if r["kind"] == "edge"],
        [(r["reason"], r["source"], r["value"]) for r in rows if r["kind"] == "end"],
        len(offsets),
    )
    forest = tuple(
        Loop(row["header"], tuple(row["latches"]), tuple(row["blocks"]), row["parent"])
        for row in loops.to_pylist()
    )
    return MethodCode(offsets, lines, forest, decoder)
