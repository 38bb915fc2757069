"""The hottest sequences, methods and paths of a profile, as plain data."""

from typing import Any

import numpy as np

from kpath_jvm.profile import names
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports import lines
from kpath_jvm.reports.selection import HotSequence, hot_sequences, largest
from kpath_jvm.reports.source_lines import source_lines
from kpath_jvm.source.annotation import SourceTexts


class Hottest:
    """Ranks within one profile, or within one method of it."""

    def __init__(
        self,
        profile: Profile,
        k: int,
        top: int,
        method: int | None = None,
        sources: SourceTexts | None = None,
    ) -> None:
        self._profile = profile
        self._top = top
        self._method = method
        self._sources = sources
        forest = profile.forest if method is None else profile.method_forest(method)
        self._forest = forest.truncated(k)
        self._roots = np.flatnonzero(self._forest.parents < 0)
        self._methods = profile.method_rows
        self._completed = self._methods.completed
        self._all_completed = int(self._completed.sum())

    def title(self, method: int) -> str:
        """Returns the method's name and parameters, safe to show."""
        row = self._methods.row(method)
        return names.method_title(row["class"], row["name"], row["descriptor"])

    def sequences(self) -> list[dict[str, Any]]:
        """Returns the hottest sequences of two and more paths (selection.py has the rule)."""
        return [self._sequence(found) for found in hot_sequences(self._forest, self._top)]

    def methods(self) -> list[dict[str, Any]]:
        """Returns the methods with the most path completions."""
        methods = self._methods
        is_shown = methods.column("completed") > 0
        if self._method is not None:
            is_shown &= methods.numbers == self._method
        places = np.flatnonzero(is_shown)
        hottest = places[largest(methods.column("completed")[places], self._top)]
        executed = np.bincount(self._forest.methods[self._roots])
        return [
            {
                **self._identity(row["method"]),
                "completed": int(row["completed"]),
                "share_of_all": self._share_of_all(int(row["completed"])),
                "entries": int(row["entries"]),
                "abandoned": int(row["abandoned"]),
                "unfinished": int(row["unfinished"]),
                "undecided": int(row["undecided"]),
                "paths_executed": int(executed[row["method"]]),
                "paths_possible": int(row["possible_paths"]),
                "irreducible": bool(row["irreducible"]),
                "cuts": len(row["cuts"]),
                "mode": str(row["mode"]),
                "since_millis": int(row["since_millis"]),
            }
            for row in map(methods.row, methods.numbers[hottest].tolist())
        ]

    def paths(self) -> list[dict[str, Any]]:
        """Returns the paths with the highest counts."""
        found = []
        for node in self._roots[largest(self._forest.counts[self._roots], self._top)].tolist():
            method = int(self._forest.methods[node])
            count = int(self._forest.counts[node])
            decoded = self._profile.decode(method, int(self._forest.paths[node]))
            found.append(
                {
                    **self._identity(method),
                    **self._path(self._profile.code(method), decoded),
                    "count": count,
                    "share_of_method": count / int(self._completed[method]),
                    "share_of_all": self._share_of_all(count),
                    "source": self._source(method, [decoded]),
                }
            )
        return found

    def _share_of_all(self, count: int) -> float:
        return count / self._all_completed if self._all_completed else 0.0

    def _identity(self, method: int) -> dict[str, Any]:
        row = self._methods.row(method)
        return {
            "class": row["class"],
            "method": row["name"],
            "descriptor": row["descriptor"],
            "loader": row["loader"],
            "title": self.title(method),
        }

    def _path(self, code: MethodCode, decoded: DecodedPath) -> dict[str, Any]:
        return {
            "path": decoded.path,
            "start": decoded.start,
            "end": decoded.end,
            "lines": list(decoded.lines),
            "lines_text": lines.compact(decoded.lines, code.lines.all()),
        }

    def _sequence(self, found: HotSequence) -> dict[str, Any]:
        code = self._profile.code(found.method)
        decoded = {path: code.decode(path) for path in dict.fromkeys(found.paths)}
        texts = {
            path: lines.compact(one.lines, code.lines.all()) or f"path {path}"
            for path, one in decoded.items()
        }
        # A path that a cut ended does not end an iteration.
        following = [decoded[path] for path in found.paths[1:]]
        iterations = 1 + sum(path.start != "cut" for path in following)
        headers = [path.blocks[0] for path in following if path.start == "loop"]
        return {
            **self._identity(found.method),
            "paths": list(found.paths),
            "iterations": iterations,
            "count": found.count,
            "period": found.period,
            "covered": found.covered,
            "share_of_method": found.covered / int(self._completed[found.method]),
            "share_of_all": self._share_of_all(found.covered),
            "loop": self._loop(found.method, code, headers),
            "lines": [list(decoded[path].lines) for path in found.paths],
            "lines_text": lines.folded([texts[path] for path in found.paths]),
            "source": self._source(found.method, list(decoded.values())),
        }

    def _loop(self, method: int, code: MethodCode, headers: list[int]) -> dict[str, Any] | None:
        """Returns the innermost loop that the whole sequence stays in; None if there is none."""
        loop = code.loop_around(headers)
        if loop is None:
            return None
        statement = None
        header_line = code.header_line(loop.header)
        if self._sources is not None and header_line is not None:
            row = self._methods.row(method)
            statement = self._sources.loop_statement(
                row["class"],
                row["source"],
                header_line,
                {line for block in loop.blocks for line in code.lines.of_block(block)},
                code.lines.all(),
            )
        return {
            "header_block": loop.header,
            "header_line": header_line,
            "statement": None if statement is None else names.printable(statement),
        }

    def _source(self, method: int, decoded: list[DecodedPath]) -> list[dict[str, Any]] | None:
        """Returns the text of the lines that the paths run through, None without source text."""
        if self._sources is None:
            return None
        row = self._methods.row(method)
        wanted = [line for path in decoded for line in path.lines]
        return source_lines(self._sources, row["class"], row["source"], wanted)
