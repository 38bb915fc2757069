"""Finds the loops and branches at a line of the source, such as ``Scanner.java:42``."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.code_lines import CodeLines, methods_of
from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import closest, suggestion
from kpath_jvm.profile.forest import Int32Array
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import dotted, printable
from kpath_jvm.recording.class_patterns import ClassPattern

_MOST_NAMED = 6
#: The suffixes of source files' names. No name of a class or method ends with one of them.
_SUFFIXES = (".java", ".kt", ".scala", ".groovy")


class _Place(Struct, frozen=True):
    """A source line. ``where`` names the line's file, class or method, or is empty."""

    text: str
    where: str
    line: int

    @classmethod
    def parsed(cls, text: str) -> _Place:
        match = re.fullmatch(r"(?:(?P<where>.+):)?(?P<line>[0-9]{1,9})", text)
        if match is None:
            raise KpathError(
                f"{printable(text)!r} isn't a line; write 42, Scanner.java:42 or Scanner.scan:42", 2
            )
        return cls(text, match["where"] or "", int(match["line"]))


class NothingAtLineError(KpathError):
    """Raised if a line has no code, loop or branch; ``what`` is the message without its hint."""

    def __init__(self, what: str, instead: str) -> None:
        super().__init__(f"{what}{instead}")
        self.what = what


def line_within(profile: Profile, text: str) -> tuple[int, list[int]]:
    """Returns the line that ``text`` names, and the methods of the named file, class or method.

    The list is empty if ``text`` is only a number. Raises KpathError if ``text`` isn't a line, or
    if the profile has none of these methods.
    """
    place = _Place.parsed(text)
    if not place.where:
        return place.line, []
    is_file = len(methods_of(profile, place.where)) > 0
    numbers = profile.method_rows.numbers
    return place.line, _named(profile, numbers, place, is_file=is_file).tolist()


def loops_at(
    profile: Profile, methods: Int32Array, headers: Sequence[str], lines: Sequence[str]
) -> dict[int, frozenset[int]]:
    """Returns the loops that ``headers`` and ``lines`` name, with their inner loops, by method.

    Only loops of ``methods`` are found. ``headers`` are lines at which loops begin. Each of
    ``lines`` stands, in each method, for the deepest loop with code of that line, or for all such
    loops if several are equally deep. Loops are given by their positions in MethodCode.loops.
    Raises KpathError if one of ``headers`` or ``lines`` names no loop.
    """
    found: dict[int, set[int]] = {}
    for text in headers:
        _collect(profile, methods, _Place.parsed(text), found, is_header=True)
    for text in lines:
        _collect(profile, methods, _Place.parsed(text), found, is_header=False)
    return {
        method: frozenset(_with_inner(profile.code(method).loops, loops))
        for method, loops in found.items()
    }


def headers_at(profile: Profile, text: str) -> list[tuple[int, int]]:
    """Returns the method and the position in MethodCode.loops of each loop that begins at a line.

    Raises KpathError if no loop begins there.
    """
    found: dict[int, set[int]] = {}
    numbers = profile.method_rows.numbers
    _collect(profile, numbers, _Place.parsed(text), found, is_header=True)
    return sorted((method, loop) for method, loops in found.items() for loop in loops)


def decisions_at(profile: Profile, text: str) -> list[tuple[int, int]]:
    """Returns the method and block of each branch or switch on a line, in the order of the code.

    Raises KpathError if the line has no branch or switch.
    """
    place = _Place.parsed(text)
    is_file = bool(place.where) and len(methods_of(profile, place.where)) > 0
    candidates = _named(profile, profile.method_rows.numbers, place, is_file=is_file)
    lines = CodeLines(profile, candidates, place.where if is_file else None)
    blocks = lines.blocks_at(place.line)
    if not blocks:
        raise NothingAtLineError(
            f"no code at line {place.line}{_of(place)}", lines.nearest(place.line)
        )
    found = []
    for method in sorted(blocks):
        code = profile.code(method)
        for block in code.deciding:
            raw = code.decision_line(block)
            if raw is not None and lines.is_at(method, raw, place.line):
                found.append((method, block))
    if not found:
        raise NothingAtLineError(
            f"no branch at line {place.line}{_of(place)}", "; `branches` lists them"
        )
    return found


def _collect(
    profile: Profile,
    methods: Int32Array,
    place: _Place,
    found: dict[int, set[int]],
    *,
    is_header: bool,
) -> None:
    """Adds to ``found`` the loops that ``place`` names; raises KpathError if there are none."""
    is_file = bool(place.where) and len(methods_of(profile, place.where)) > 0
    candidates = _named(profile, methods, place, is_file=is_file)
    lines = CodeLines(profile, candidates, place.where if is_file else None)
    blocks = lines.blocks_at(place.line)
    if not blocks:
        # The line may have the keyword of a do loop, which is compiled to no code.
        around = lines.methods_around(place.line) or (candidates.tolist() if place.where else [])
        raise NothingAtLineError(
            f"no code at line {place.line}{_of(place)}",
            lines.nearest(place.line) + _loops_of(profile, around, place.line, is_sure=False),
        )
    is_any = False
    for method, of_line in blocks.items():
        loops = profile.code(method).loops
        if is_header:
            code = profile.code(method)
            headers = [code.header_line(one.header) for one in loops]
            meant = [
                i
                for i, raw in enumerate(headers)
                if raw is not None and lines.is_at(method, raw, place.line)
            ]
        else:
            around = [i for i, one in enumerate(loops) if not of_line.isdisjoint(one.blocks)]
            depths = {i: _depth(loops, i) for i in around}
            meant = [i for i in around if depths[i] == max(depths.values())]
        if meant:
            found.setdefault(method, set()).update(meant)
            is_any = True
    if not is_any:
        what = "no loop begins" if is_header else "no loop is"
        where = "at" if is_header else "around"
        # A loop whose keyword is on this line may begin at its test, on another line. Then its
        # method may have no code on this line, although another method, such as a lambda, has.
        others = [one for one in lines.methods_around(place.line) if one not in blocks]
        raise NothingAtLineError(
            f"{what} {where} line {place.line}{_of(place)}",
            _loops_of(profile, [*blocks, *others], place.line),
        )


def _named(profile: Profile, methods: Int32Array, place: _Place, *, is_file: bool) -> Int32Array:
    """Returns those of ``methods`` that belong to the file, class or method in ``place``."""
    if not place.where:
        return methods
    meant = methods_of(profile, place.where) if is_file else _meant(profile, place.where)
    chosen = methods[np.isin(methods, meant)]
    if not len(chosen):
        raise KpathError(f"the other filters leave nothing of {printable(place.where)}")
    return chosen


def _meant(profile: Profile, where: str) -> Int32Array | list[int]:
    """Returns the methods of the classes that ``where`` matches, or else the methods it names."""
    rows = profile.method_rows
    if where.endswith(_SUFFIXES):
        files = {file: printable(file) for file in rows.texts("source").tolist() if file}
        close = closest(where.rpartition("/")[2], files)
        near = suggestion(close) if close else ""
        raise KpathError(f"no class in {profile.path} comes from a file {printable(where)}{near}")
    pattern = ClassPattern(where)
    is_meant = np.array([pattern.matches(name) for name in rows.texts("class")], dtype=bool)
    if is_meant.any():
        return np.asarray(rows.numbers[is_meant])
    return profile.match_methods(where)


def _of(place: _Place) -> str:
    return f" of {printable(place.where)}" if place.where else ""


def _loops_of(profile: Profile, methods: list[int], line: int, *, is_sure: bool = True) -> str:
    """Returns the end of a message that says where the loops of the methods begin.

    The message names only the ``_MOST_NAMED`` loops that are nearest to the line. If there is more
    than one loop, the message says which is the nearest, because the user may have given the line
    of that loop's keyword, although the loop begins on another line. ``is_sure`` says that the user
    surely meant ``methods``. Only then may the message say that these methods have no loops.
    """
    known: list[tuple[int, str]] = []
    for method in methods:
        code, row = profile.code(method), profile.method_rows.row(method)
        lines = {code.header_line(loop.header) for loop in code.loops} - {None}
        title = f"{dotted(row['class']).rpartition('.')[2]}.{printable(row['name'])}"
        places = [code.places.of(line) for line in sorted(one for one in lines if one is not None)]
        known += [
            (one.line, one.label if one.is_elsewhere else f"{title}:{one.line}") for one in places
        ]
    if not known:
        return "; there is none in that method" if is_sure else ""
    # If two loops are equally near, the one after the line counts as nearer: a loop's test
    # comes after its keyword.
    away = [(abs(begin - line), begin < line) for begin, _ in known]
    order = sorted(range(len(known)), key=away.__getitem__)
    shown = [known[at][1] for at in sorted(order[:_MOST_NAMED])]
    more = len(known) - _MOST_NAMED
    text = f"; loops begin at {', '.join(shown)}" + (f" and {more} more" if more > 0 else "")
    if len(known) == 1:
        return text
    return (
        f"{text}; the nearest to line {line} is at {known[order[0]][1]} (a loop begins at its "
        "test, or else at its first statement)"
    )


def _depth(loops: Sequence[Loop], loop: int) -> int:
    depth = 0
    while loops[loop].parent >= 0 and depth <= len(loops):
        loop = loops[loop].parent
        depth += 1
    return depth


def _with_inner(loops: Sequence[Loop], chosen: set[int]) -> set[int]:
    """Returns the chosen loops, and those that lie in one of them."""
    found = set()
    for loop in range(len(loops)):
        at, steps = loop, 0
        while at >= 0 and at not in chosen and steps <= len(loops):
            at, steps = loops[at].parent, steps + 1
        if at in chosen:
            found.add(loop)
    return found
