"""Selects the part of a profile that is shown: by classes, methods, loops, and share of the work.

The verbs and the API share these filters.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops_at import loops_at
from kpath_jvm.analysis.part import ProfilePart
from kpath_jvm.arguments import checked, require_share, require_texts, require_type
from kpath_jvm.errors import KpathError
from kpath_jvm.profile import lookup
from kpath_jvm.profile.forest import BoolArray, Int32Array
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import dotted, printable
from kpath_jvm.recording.class_patterns import ClassPattern


@dataclass(frozen=True)
class Selection:
    """A choice of a part of a profile; without values, everything is selected.

    ``include`` and ``exclude`` are patterns of classes like those of ``run`` (ClassPattern).
    ``method`` has patterns of methods (lookup.match_methods). ``loop`` and ``line`` are lines such
    as 42, Scanner.java:42 or C.m:42. ``loop`` selects the loops that begin at the line, and
    ``line`` selects the innermost loop around it. If both are given, the loops of either are
    selected. A loop or method must also pass all other filters. It passes a filter if it matches
    one of the filter's values; for ``exclude``, it must match none. ``thread`` and ``jvm`` select
    the profile to open. ``min_share`` is the least share, 0..1, of all executed bytecodes that a
    method must have.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    method: tuple[str, ...] = ()
    loop: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    thread: str | None = None
    jvm: str | None = None
    min_share: float = 0.0

    def __post_init__(self) -> None:
        """Raises ArgumentError for values of wrong types, and for an impossible share."""
        for name in ("include", "exclude", "method", "loop", "line"):
            require_texts("Selection", name, getattr(self, name))
        for name in ("thread", "jvm"):
            require_type("Selection", name, getattr(self, name), "str | None")
        require_share("Selection", "min_share", self.min_share)

    @property
    def is_all(self) -> bool:
        """Whether everything in the opened profile is selected."""
        patterns = (self.include, self.exclude, self.method, self.loop, self.line)
        return not any(patterns) and self.min_share <= 0

    @property
    def text(self) -> str:
        """The selection in words, with control characters escaped."""
        parts = [
            (self.include, "class"), (self.exclude, "not class"), (self.method, "method"),
            (self.loop, "loop at"), (self.line, "loop around"),
        ]  # fmt: skip
        words = [f"{word} {printable(' or '.join(texts))}" for texts, word in parts if texts]
        if self.min_share > 0:
            words.append(f"{100 * self.min_share:g} % of the recorded bytecodes or more")
        return ", ".join(words)


#: The selection of a whole profile.
ALL = Selection()


def opened(path: Path, selection: Selection) -> Profile:
    """Opens the profile at ``path``, or the profile of its selected thread or JVM."""
    return Profile.open(path, selection.thread, selection.jvm)


@dataclass(frozen=True)
class Selected:
    """A part of a profile.

    ``profile`` has only the selected methods, with their selected paths, sequences, extended paths
    and counted edges. The counts in its table ``methods`` are still those of whole methods.
    ``whole`` is the whole profile. ``methods`` are the numbers of the selected methods, in
    ascending order. ``loops`` has the selected loops of each method as places in MethodCode.loops,
    including inner loops; None means all loops.
    """

    selection: Selection
    whole: Profile
    profile: Profile
    methods: Int32Array
    loops: Mapping[int, frozenset[int]] | None = None
    _paths: Mapping[int, frozenset[int]] = field(default_factory=dict, repr=False)

    @property
    def is_all(self) -> bool:
        """Whether the whole profile is selected."""
        return self.profile is self.whole

    def has_method(self, method: int) -> bool:
        """Returns whether a method is selected."""
        return self.is_all or method in self._numbers

    def has_loop(self, method: int, loop: int) -> bool:
        """Returns whether a loop is selected, given its place in MethodCode.loops."""
        if not self.has_method(method):
            return False
        return self.loops is None or loop in self.loops[method]

    def has_path(self, method: int, path: int) -> bool:
        """Returns whether an executed path is selected.

        If loops are selected, the path must run through one of them.
        """
        if not self.has_method(method):
            return False
        return self.loops is None or path in self._paths[method]

    @cached_property
    def of_methods(self) -> Profile:
        """The selected methods with all of their paths, even if only some loops are selected."""
        if self.loops is None:
            return self.profile
        return self.whole.part(ProfilePart(self.whole, self.methods))

    @cached_property
    def completions(self) -> int:
        """The number of path completions in the selected part."""
        return int(self.profile.table("paths").column("count").to_numpy().sum())

    @cached_property
    def all_completions(self) -> int:
        """The number of path completions in the whole profile."""
        return int(self.whole.method_rows.completed.sum())

    @cached_property
    def _numbers(self) -> frozenset[int]:
        return frozenset(self.methods.tolist())


@checked
def select(profile: Profile, selection: Selection) -> Selected:
    """Returns the part of an opened profile that is selected.

    ``thread`` and ``jvm`` are ignored, because they only select the profile to open. Raises
    KpathError if a pattern or a line is invalid or matches nothing in the profile, or if the
    filters leave nothing. If a pattern or a line matches nothing, the message suggests what is
    nearest.
    """
    numbers = profile.method_rows.numbers
    if selection.is_all:
        return Selected(selection, profile, profile, numbers)
    kept = _kept(profile, selection)
    if not kept.any():
        raise KpathError(
            f"the filters leave nothing of {profile.path}: {selection.text}; omit one of them"
        )
    loops = None
    if selection.loop or selection.line:
        loops = loops_at(profile, numbers[kept], selection.loop, selection.line)
        kept = np.isin(numbers, list(loops))
    methods = numbers[kept]
    tables = ProfilePart(profile, methods, loops)
    return Selected(
        selection, profile, profile.part(tables), methods, loops, tables.selected_paths()
    )


def _kept(profile: Profile, selection: Selection) -> BoolArray:
    """Returns which methods the filters leave; ``loop`` and ``line`` aren't applied here."""
    rows = profile.method_rows
    kept = np.ones(len(rows), dtype=bool)
    if selection.include or selection.exclude:
        places: dict[str, list[int]] = {}
        for place, name in enumerate(rows.texts("class").tolist()):
            places.setdefault(name, []).append(place)
        if selection.include:
            kept[:] = False
            kept[_of_classes(profile, places, selection.include)] = True
        kept[_of_classes(profile, places, selection.exclude)] = False
    if selection.method:
        found = {n for text in selection.method for n in profile.match_methods(text)}
        kept &= np.isin(rows.numbers, list(found))
    if selection.min_share > 0:
        kept &= _reaches(profile, kept, selection.min_share)
    return kept


def _reaches(profile: Profile, kept: BoolArray, least: float) -> BoolArray:
    """Returns which methods executed at least the share ``least`` of all bytecodes."""
    work = Costs(profile).of_methods[profile.method_rows.numbers]
    total = max(int(work.sum()), 1)
    reaches: BoolArray = work >= least * total
    if kept.any() and not (kept & reaches).any():
        most = float(work[kept].max()) / total
        raise KpathError(
            f"no selected method has {100 * least:g} % of the recorded bytecodes; the "
            f"largest share is {100 * most:.2g} %"
        )
    return reaches


def _of_classes(
    profile: Profile, places: Mapping[str, Sequence[int]], patterns: Collection[str]
) -> list[int]:
    """Returns the positions of all methods whose class matches one of ``patterns``."""
    found: list[int] = []
    for text in patterns:
        pattern = ClassPattern(text)
        names = [name for name in places if pattern.matches(name)]
        if not names:
            raise KpathError(_no_class(profile, places, pattern))
        found += [place for name in names for place in places[name]]
    return found


def _no_class(profile: Profile, names: Collection[str], pattern: ClassPattern) -> str:
    text = f"no class in {profile.path} matches {printable(pattern.text)!r}"
    for entry in profile.run.skipped:
        if pattern.matches(entry.class_name):
            return f"{text}: {dotted(entry.class_name)} was left out of the profile: {entry.reason}"
    return text + lookup.nearest_classes(pattern.text, names)
