"""Identifies methods, whatever numbers profiles give them.

A method has a name, which consists of its class, its own name and its descriptor (``MethodName``).
A version of the method (``MethodVersion``) is what was recorded under that name from one class file
and one class loader, with one numbering of paths. The code of a version is identified by digests,
which leave out path numbers and lines (shapes.py). Paths and loops are identified by their blocks
(paths.py).
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.forest import Int32Array

#: An identity hash, which has no meaning in another JVM.
_INSTANCE = re.compile(r"@[0-9a-f]+\Z")


class Loaders(Enum):
    """Determines when methods of two class loaders count as different."""

    #: Always. This is for use within one JVM.
    EACH = "each"
    #: If the loaders are of different classes. Identity hashes of loaders aren't compared, because
    #: those of different JVMs are equal only by chance.
    KINDS = "kinds"
    #: Never.
    NONE = "none"

    def name_of(self, loader: str) -> str:
        """Returns the part of a loader's name that is compared; "" if loaders aren't compared."""
        if self is Loaders.NONE:
            return ""
        return loader if self is Loaders.EACH else _INSTANCE.sub("", loader)


class MethodName(NamedTuple):
    """A method's name: the same in all versions of a program that have the method."""

    class_name: str
    name: str
    descriptor: str


class ClassVersion(NamedTuple):
    """A class that a loader has made from one class file; ``digest`` is the digest of that file."""

    class_name: str
    digest: str
    loader: str


class MethodVersion(NamedTuple):
    """The properties that two methods must share so that their counts can be added path by path.

    ``digest`` is the digest of the class file, and ``loader`` is the result of ``Loaders.name_of``.
    ``path_tables`` is a digest of everything that decodes a path's number. In methods with equal
    ``path_tables`` and ``possible_paths``, equal numbers stand for equal paths.
    """

    class_name: str
    name: str
    descriptor: str
    digest: str
    loader: str
    path_tables: str
    possible_paths: int

    @property
    def named(self) -> MethodName:
        """The method's name."""
        return MethodName(*self[:3])

    @property
    def declaring(self) -> ClassVersion:
        """The method's class."""
        return ClassVersion(self.class_name, self.digest, self.loader)

    @property
    def of_any_file(self) -> "MethodVersion":
        """The version without its class file's digest.

        Within one JVM a class can have several class files: some JDKs show another one after each
        retransformation.
        """
        return self._replace(digest="")


def names_of(methods: pa.Table) -> list[MethodName]:
    """Returns the names of a profile's methods, one for each row of the table ``methods``."""
    columns = (methods.column(name).to_pylist() for name in ("class", "name", "descriptor"))
    return list(map(MethodName, *columns))


def versions_of(methods: pa.Table, loaders: Loaders) -> list[MethodVersion]:
    """Returns the versions in a profile, one for each row of the table ``methods``."""
    names = ("class", *MethodVersion._fields[1:])
    columns = {name: methods.column(name).to_pylist() for name in names}
    told = {loader: loaders.name_of(loader) for loader in set(columns["loader"])}
    columns["loader"] = [told[loader] for loader in columns["loader"]]
    return list(map(MethodVersion, *columns.values()))


def methods_in(methods: pa.Table) -> int:
    """Counts a table's methods; those that differ only in their class loaders count as one."""
    return len(set(versions_of(methods, Loaders.NONE)))


class MethodNumbers:
    """Numbers versions of methods from 0, in the order of their first occurrence."""

    def __init__(self) -> None:
        self.known: list[MethodVersion] = []
        self._numbers: dict[MethodVersion, int] = {}

    def get(self, version: MethodVersion) -> int | None:
        """Returns a version's number; None if it has no number yet."""
        return self._numbers.get(version)

    def add(self, versions: Iterable[MethodVersion]) -> tuple[Int32Array, list[int]]:
        """Returns the number of each version, and the indices in ``versions`` of new ones."""
        numbers, new = [], []
        for place, version in enumerate(versions):
            number = self._numbers.setdefault(version, len(self.known))
            if number == len(self.known):
                self.known.append(version)
                new.append(place)
            numbers.append(number)
        return np.array(numbers, dtype=np.int32), new
