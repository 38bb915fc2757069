"""Finds out which methods an edit may have removed, added, moved or renamed.

Even without an edit, a program often loads other classes than before, for instance because of other
arguments. A class that only the base has loaded often has the same code as a class that only the
new side has loaded, although no class was renamed. Class files show what an edit can't have done to
a method or class of one side:

- If the other side has loaded the method's class file, that side has the method, recorded or not.
- The class file of an outer class lists the nested classes. So if the other side has loaded the
  same file of the outer class, it has the nested classes, loaded or not.
- Suppose that no class that both sides have loaded was edited. Then no class in the packages of
  these classes, or in packages within them, has been renamed: the classes that use a renamed class
  would have been edited. Nothing follows for classes in other packages: a library stays equal when
  the whole program that uses it moves to other packages. (A class that is named only in a text,
  such as a configuration, or only in classes that weren't recorded, may have been renamed
  nevertheless. Then it counts as one class that is gone and another that is new.)

A class that a library generates while the program runs may have another name in each run, and isn't
part of any build. So it may always be matched, and a difference in it doesn't show an edit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Protocol

from kpath_jvm.profile.identity.methods import MethodName
from kpath_jvm.profile.names import package_of


class InClassFile(Protocol):
    """A method of one side."""

    @property
    def named(self) -> MethodName:
        """The full name of the method."""

    @property
    def digests(self) -> AbstractSet[str]:
        """The digests of the class files that the method is from."""

    @property
    def names_source(self) -> bool:
        """Whether the method's class names a source file, as far as is known."""


class EditedClasses:
    """The classes that two sides have loaded, with the digests of their class files."""

    def __init__(self, base: Iterable[InClassFile], new: Iterable[InClassFile]) -> None:
        """Takes all methods of both sides."""
        sides: list[dict[str, set[str]]] = [{}, {}]
        #: The classes that name no source file on at least one side.
        self._without_source: set[str] = set()
        for files, methods in zip(sides, (base, new), strict=True):
            for one in methods:
                name = one.named.class_name
                if name not in files and not one.names_source:
                    self._without_source.add(name)
                files.setdefault(name, set()).update(one.digests)
        self._sides = sides
        common = [
            name for name in sides[0].keys() & sides[1].keys() if not self._is_generated(name)
        ]
        #: The packages of the classes in ``common``; empty if any of these classes was edited.
        self._equal_packages = (
            {package_of(name) for name in common} if all(map(self._is_equal, common)) else set()
        )

    def may_be_gone(self, method: InClassFile) -> bool:
        """Returns whether the new side's program may lack a method of the base."""
        return self._may_lack(method, self._sides[1])

    def may_be_new(self, method: InClassFile) -> bool:
        """Returns whether the base's program may lack a method of the new side."""
        return self._may_lack(method, self._sides[0])

    def _may_lack(self, method: InClassFile, files: Mapping[str, AbstractSet[str]]) -> bool:
        """Returns whether the side with these class files may lack a method of the other side."""
        name = method.named.class_name
        if name in files:
            return files[name].isdisjoint(method.digests)
        if self._is_generated(name):
            return True
        if any(map(self._is_equal, _around(name))):
            return False
        return self._equal_packages.isdisjoint(_packages(name))

    def _is_generated(self, name: str) -> bool:
        """Returns whether a class seems to have been generated while the program ran.

        A generated class has a name like a nested class's, but names no source file. If the class
        around it names none either, the compiler was told to write none, and nothing can be
        concluded.
        """
        is_unnamed = "$" in name and name in self._without_source
        return is_unnamed and self._without_source.isdisjoint(_around(name))

    def _is_equal(self, name: str) -> bool:
        """Returns whether both sides have loaded a class from the same files.

        One side may have loaded more files of the class than the other: files of other loaders, or
        further files that some JDKs show after a retransformation.
        """
        before, after = (files.get(name, set()) for files in self._sides)
        return bool(before and after) and (before <= after or after <= before)


def _around(class_name: str) -> Iterator[str]:
    """Yields the names of the classes in which a class may be nested."""
    place = class_name.rfind("$")
    while place > 0:
        yield class_name[:place]
        place = class_name.rfind("$", 0, place)


def _packages(class_name: str) -> Iterator[str]:
    """Yields the package of a class and the packages around it; the last one is ""."""
    package = package_of(class_name)
    while package:
        yield package
        package = package_of(package)
    yield ""
