"""Finds the recorded code that comes from a source file."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from kpath_jvm.profile.names import short_title
from kpath_jvm.profile.places import Place

if TYPE_CHECKING:
    from kpath_jvm.profile.code import MethodCode
    from kpath_jvm.profile.model import Profile

#: The package ("a/b") and name of a source file.
SourceFile: TypeAlias = tuple[str, str]
#: A method's class, the digest of its class file, its name and its descriptor.
_Key: TypeAlias = tuple[str, str, str, str]


def file_of(class_name: str, source: object, place: Place | None = None) -> SourceFile:
    """Returns the package and name of a class's file, or of the file that has the given place."""
    package, _, simple = class_name.rpartition("/")
    file = source if isinstance(source, str) and source else f"{simple.partition('$')[0]}.java"
    if place is not None and place.is_elsewhere:
        package, file = place.package, place.file
    # A SourceFile attribute should be a bare name, so directories in it are ignored.
    return package, file.rpartition("/")[2]


class RecordedMethod(Struct, frozen=True):
    """A method whose code comes from a file, at least in part.

    ``name`` is the compiled name.
    """

    class_name: str
    source: object
    name: str
    code: "MethodCode"

    @property
    def title(self) -> str:
        """The names of the class and the method."""
        return short_title(self.class_name, self.name)

    def lines_in(self, file: SourceFile) -> set[int]:
        """Returns the lines that the method's code has in a file."""
        places = map(self.code.places.of, self.code.lines.all())
        return {one.line for one in places if file_of(self.class_name, self.source, one) == file}


class RecordedCode:
    """The recorded methods of some profiles, by the source files that their code comes from."""

    def __init__(self, profiles: Iterable["Profile"] = ()) -> None:
        self._profiles = tuple(profiles)
        self._classes: dict[tuple[SourceFile, str], frozenset[tuple[str, str]]] = {}

    @cached_property
    def _methods(self) -> dict[SourceFile, dict[_Key, tuple["Profile", int]]]:
        """For each file, its methods, each with a profile that has it and its number there."""
        found: dict[SourceFile, dict[_Key, tuple[Profile, int]]] = {}
        for profile in self._profiles:
            rows = profile.method_rows
            names = rows.tuples(("class", "digest", "name", "descriptor"))
            keys = dict(zip(rows.numbers.tolist(), names, strict=True))
            for (number, key), source in zip(keys.items(), rows.texts("source"), strict=True):
                found.setdefault(file_of(key[0], source), {}).setdefault(key, (profile, number))
            mapped = profile.table("mapped_lines").select(["method", "package", "file"]).to_pydict()
            for number, package, file in set(zip(*mapped.values(), strict=True)):
                if file and number in keys:
                    of_file = found.setdefault((package, file), {})
                    of_file.setdefault(keys[number], (profile, number))
        return found

    def classes(self, file: SourceFile, digest: str) -> frozenset[tuple[str, str]]:
        """Returns the classes with code from a file, each with the digest of its class file.

        If a class was recorded in several versions, only the one with the given digest counts.
        """
        key = (file, digest)
        if key not in self._classes:
            every = {(name, own) for name, own, *_ in self._methods.get(file, {})}
            versions = Counter(name for name, _ in every)
            self._classes[key] = frozenset(
                (name, own) for name, own in every if own == digest or versions[name] == 1
            )
        return self._classes[key]

    def of(self, file: SourceFile, digest: str) -> Iterator[RecordedMethod]:
        """Yields the methods of ``classes``."""
        classes = self.classes(file, digest)
        for (owner, own, name, _), (profile, number) in self._methods.get(file, {}).items():
            if (owner, own) in classes:
                source = profile.method_rows.row(number)["source"]
                yield RecordedMethod(owner, source, name, profile.code(number))
