"""Compares the names of classes in two programs, some of whose classes have moved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from kpath_jvm.profile.names import package_of

_CLASS = re.compile(r"L([^;]+);")


class MovedClasses:
    """Classes of the base that have another name in the new version.

    A class that isn't among these has moved, too, if it is nested in one of them, or if its package
    has changed in the same way as the package of one of them. A class that both versions have
    hasn't moved.
    """

    def __init__(self, moved: Mapping[str, str], on_both: AbstractSet[str] = frozenset()) -> None:
        """Takes the new name of each class that has moved, and the classes that both sides have."""
        self._moved = moved
        self._on_both = on_both
        self._packages = {
            (package_of(before), package_of(after))
            for before, after in moved.items()
            if simple_name(before) == simple_name(after)
        }

    def are_same(self, before: str, after: str) -> bool:
        """Returns whether a class of the base is, or seems to be, a class of the new version."""
        if before == after or self._moved.get(before) == after:
            return True
        if before in self._on_both or after in self._on_both:
            return False
        outer, dollar, inner = before.rpartition("$")
        new_outer, _, new_inner = after.rpartition("$")
        if dollar and inner == new_inner and self._moved.get(outer) == new_outer:
            return True
        is_of_packages = (package_of(before), package_of(after)) in self._packages
        return is_of_packages and simple_name(before) == simple_name(after)

    def have_same_types(self, before: str, after: str) -> bool:
        """Returns whether two descriptors are equal, except for classes that have moved."""
        if _CLASS.sub("L;", before) != _CLASS.sub("L;", after):
            return False
        pairs = zip(_CLASS.findall(before), _CLASS.findall(after), strict=True)
        return all(self.are_same(one, other) for one, other in pairs)


def simple_name(class_name: str) -> str:
    """Returns a class's name without its package, but with the classes around it."""
    return class_name.rpartition("/")[2]


def without_packages(descriptor: str) -> str:
    """Returns a descriptor in which classes have no packages."""
    return _CLASS.sub(lambda found: f"L{simple_name(found[1])};", descriptor)
