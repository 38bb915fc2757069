"""The methods that two programs have in common: by name and descriptor, then by what they are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from kpath_jvm.analysis.identity.blocks import BlockMatch, equal_blocks, match_blocks
from kpath_jvm.analysis.identity.candidate import M
from kpath_jvm.analysis.identity.known import KnownMethod, Side
from kpath_jvm.analysis.identity.renamed import renamed

#: ``same``: of equal class files; ``alike``: all that a profile knows of the code but its lines is
#: equal, in another class file; ``changed``: it isn't.
Code: TypeAlias = Literal["same", "alike", "changed"]
#: Names that compilers give by counting: another one counts on.
_COUNTED = re.compile(r".*[$\d-]\d+|access\$\d+")
_COUNTED_CLASS = re.compile(r".*\$\d+.*")


@dataclass(frozen=True, eq=False)
class MethodPair:
    """A method of both sides, or of one of them."""

    base: KnownMethod | None
    new: KnownMethod | None

    @property
    def known(self) -> KnownMethod:
        """The new one, or the one that there is."""
        known = self.new or self.base
        assert known is not None, "a pair of nothing"
        return known

    @property
    def is_executed(self) -> bool:
        """Whether it has run on either side."""
        return any(one is not None and one.is_executed for one in (self.base, self.new))

    @cached_property
    def code(self) -> Code | None:
        """How the code of the two compares; None if one is missing."""
        if self.base is None or self.new is None:
            return None
        if not self.base.digests.isdisjoint(self.new.digests):
            return "same"
        return "alike" if self.base.is_alike(self.new) else "changed"

    @property
    def is_recorded_otherwise(self) -> bool:
        """Whether paths aren't the same things though the code is: cut elsewhere, or not at all."""
        if self.base is None or self.new is None or self.code != "same":
            return False
        return not self.base.is_alike(self.new)

    @property
    def is_moved(self) -> bool:
        """Whether it is in another class than before."""
        return self._differs("class_name")

    @property
    def is_renamed(self) -> bool:
        """Whether it has another name or other parameters than before."""
        return self._differs("name") or self._differs("descriptor")

    def _differs(self, name: str) -> bool:
        if self.base is None or self.new is None:
            return False
        return bool(getattr(self.base, name) != getattr(self.new, name))

    @cached_property
    def blocks(self) -> BlockMatch:
        """The blocks that both have; ValueError if one is missing."""
        if self.base is None or self.new is None:
            raise ValueError("a method of one side only")
        if self.base.graph == self.new.graph:
            return equal_blocks(len(self.base.code.offsets))
        return match_blocks(self.base.code, self.new.code)


def match_methods(base: Side, new: Side) -> list[MethodPair]:
    """Returns every method of either side once, with its partner if it has one."""
    return [MethodPair(one, other) for one, other in paired(base.methods, new.methods)]


def paired(base: Iterable[M], new: Iterable[M]) -> list[tuple[M | None, M | None]]:
    """Returns every method of either side once, with its partner or None.

    Of several methods of one name (in class loaders of several versions) those pair off that are
    alike. Methods whose names are gone are looked for under others (renamed.py), as far as they
    ran. Those of compilers' counted names (``lambda$main$1``) pair by name only if they are alike,
    or nothing else is.
    """
    ones, others = _by_key(base), _by_key(new)
    pairs: list[tuple[M | None, M | None]] = []
    left: tuple[list[M], list[M]] = ([], [])
    late: list[tuple[M, M]] = []
    for key in [*ones, *(key for key in others if key not in ones)]:
        here, there = list(ones.get(key, ())), list(others.get(key, ()))
        pairs += _taken(here, there)
        rest = list(zip(here, there, strict=False))
        if _is_counted(key):
            late += rest
        else:
            pairs += rest
        left[0].extend(here if _is_counted(key) else here[len(rest) :])
        left[1].extend(there if _is_counted(key) else there[len(rest) :])
    found = set()
    for one, other in renamed(left[0], left[1]):
        pairs.append((one, other))
        found |= {one, other}
    for one, other in late:
        if not found & {one, other}:
            pairs.append((one, other))
            found |= {one, other}
    pairs += [(one, None) for one in left[0] if one not in found]
    pairs += [(None, one) for one in left[1] if one not in found]
    return pairs


def _by_key(methods: Iterable[M]) -> dict[tuple[str, str, str], list[M]]:
    found: dict[tuple[str, str, str], list[M]] = {}
    for one in methods:
        found.setdefault((one.class_name, one.name, one.descriptor), []).append(one)
    for several in found.values():
        several.sort(key=lambda one: -one.weight)
    return found


def _taken(here: list[M], there: list[M]) -> list[tuple[M, M]]:
    """Takes those that are alike out of both lists and returns them as pairs."""
    pairs = []
    for one in list(here):
        other = next((it for it in there if one.is_same(it)), None) or next(
            (it for it in there if one.is_alike(it)), None
        )
        if other is not None:
            pairs.append((one, other))
            here.remove(one)
            there.remove(other)
    return pairs


def _is_counted(key: tuple[str, str, str]) -> bool:
    class_name, name, _ = key
    return bool(_COUNTED.fullmatch(name) or _COUNTED_CLASS.fullmatch(class_name))
