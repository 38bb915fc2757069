"""What a method is, whatever number a profile gives it.

A method has a name: that of its class, its own and a descriptor (``MethodName``). What was recorded
under that name is a version of it (``MethodVersion``): of a class file, in a class loader, with
paths that are numbered in one way. What the code of a version is, without numbers and lines, is
said by digests (shapes.py), and what its paths and loops are by their blocks (paths.py).
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.forest import Int32Array

#: An identity hash: it means nothing in another JVM.
_INSTANCE = re.compile(r"@[0-9a-f]+\Z")


class Loaders(Enum):
    """Which class loaders make methods different ones."""

    #: Any two loaders do: within one JVM.
    EACH = "each"
    #: Loaders of two classes do: identity hashes are equal or not by chance in several JVMs.
    KINDS = "kinds"
    #: None does.
    NONE = "none"

    def name_of(self, loader: str) -> str:
        """Returns what of a loader's name tells methods apart; empty if nothing does."""
        if self is Loaders.NONE:
            return ""
        return loader if self is Loaders.EACH else _INSTANCE.sub("", loader)


class MethodName(NamedTuple):
    """What a method is called: equal in all versions of a program that have it."""

    class_name: str
    name: str
    descriptor: str


class ClassVersion(NamedTuple):
    """A class as a loader has it from one class file; ``digest`` is that of the file."""

    class_name: str
    digest: str
    loader: str


class MethodVersion(NamedTuple):
    """What is equal of methods whose counts add up number by number.

    ``digest`` is that of the class file, ``loader`` what ``Loaders.name_of`` returns. Where
    ``path_tables``, a digest of all that a path's number is decoded by, and ``possible_paths``
    are equal, too, so are the paths of a number.
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
        """Its name."""
        return MethodName(*self[:3])

    @property
    def declaring(self) -> ClassVersion:
        """Its class."""
        return ClassVersion(self.class_name, self.digest, self.loader)

    @property
    def of_any_file(self) -> "MethodVersion":
        """The version without its class file's digest: equal for methods of several class files.

        Within one JVM a class may have several: some JDKs show another one behind each
        retransformation.
        """
        return self._replace(digest="")


def names_of(methods: pa.Table) -> list[MethodName]:
    """Returns the names of a profile's methods, row by row of the table ``methods``."""
    columns = (methods.column(name).to_pylist() for name in ("class", "name", "descriptor"))
    return list(map(MethodName, *columns))


def versions_of(methods: pa.Table, loaders: Loaders) -> list[MethodVersion]:
    """Returns the versions that a profile has, row by row of the table ``methods``."""
    names = ("class", *MethodVersion._fields[1:])
    columns = {name: methods.column(name).to_pylist() for name in names}
    told = {loader: loaders.name_of(loader) for loader in set(columns["loader"])}
    columns["loader"] = [told[loader] for loader in columns["loader"]]
    return list(map(MethodVersion, *columns.values()))


class MethodNumbers:
    """Numbers versions of methods from 0 on in the order in which they come, each once."""

    def __init__(self) -> None:
        self.known: list[MethodVersion] = []
        self._numbers: dict[MethodVersion, int] = {}

    def get(self, version: MethodVersion) -> int | None:
        """Returns a version's number, None if it has none yet."""
        return self._numbers.get(version)

    def add(self, versions: Iterable[MethodVersion]) -> tuple[Int32Array, list[int]]:
        """Returns the number of each, and the places of those that are new."""
        numbers, new = [], []
        for place, version in enumerate(versions):
            number = self._numbers.setdefault(version, len(self.known))
            if number == len(self.known):
                self.known.append(version)
                new.append(place)
            numbers.append(number)
        return np.array(numbers, dtype=np.int32), new
