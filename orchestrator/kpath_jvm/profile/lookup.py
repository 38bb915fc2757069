"""Finding a method by the name a person would type."""

import difflib
import re
from dataclasses import dataclass

import pyarrow as pa

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.names import dotted, printable

_MOST_CANDIDATES = 5


@dataclass(frozen=True)
class _Candidate:
    number: int
    class_name: str
    name: str
    descriptor: str
    loader: str
    digest: str
    is_executed: bool

    def text(self, *, is_full: bool) -> str:
        text = f"{self.class_name.replace('/', '.')}.{self.name}{self.descriptor}"
        return printable(
            f"{text}@{self.digest[:12]} (loader {self.loader})" if is_full else text
        )


def find_method(methods: pa.Table, text: str) -> int:
    """Return the number of the one method that ``text`` names (see Profile.find_method)."""
    candidates = _candidates(methods)
    found = _matches(candidates, text)
    if not found:
        raise KpathError(f"no method {printable(text)} in the profile{_nearest(candidates, text)}")
    # Overloads that never ran are not what is meant.
    found = [candidate for candidate in found if candidate.is_executed] or found
    if len(found) > 1:
        names = {(candidate.class_name, candidate.descriptor) for candidate in found}
        listed = [candidate.text(is_full=len(names) == 1) for candidate in found]
        more = f" and {len(listed) - _MOST_CANDIDATES} more" * (len(listed) > _MOST_CANDIDATES)
        choice = ", ".join(listed[:_MOST_CANDIDATES])
        raise KpathError(f"{printable(text)} is ambiguous, choose one of: {choice}{more}")
    return found[0].number


def _candidates(methods: pa.Table) -> list[_Candidate]:
    names = ("method", "class", "name", "descriptor", "loader", "digest", "entries", "completed")
    columns = [methods.column(name).to_pylist() for name in names]
    return [
        _Candidate(number, *names, is_executed=entries > 0 or completed > 0)
        for number, *names, entries, completed in zip(*columns, strict=True)
    ]


def _matches(candidates: list[_Candidate], text: str) -> list[_Candidate]:
    """Return the methods named, trying the reading without a loader or digest first."""
    plain = _named(candidates, text)
    if plain or "@" not in text:
        return plain
    name, _, which = text.rpartition("@")
    return [
        candidate
        for candidate in _named(candidates, name)
        if which and (candidate.loader == which or candidate.digest.startswith(which))
    ]


def _named(candidates: list[_Candidate], text: str) -> list[_Candidate]:
    parts = re.fullmatch(r"(?P<class>.*?)[.#]?(?P<name>[^.#/()]+)(?P<descriptor>\(.*)?", text)
    if parts is None:
        return []
    class_name = parts["class"].replace(".", "/")
    found = [
        candidate
        for candidate in candidates
        if candidate.name == parts["name"]
        and (not parts["descriptor"] or candidate.descriptor.startswith(parts["descriptor"]))
    ]
    exact = [candidate for candidate in found if candidate.class_name == class_name]
    if exact or not class_name:
        return exact or found
    ends = (f"/{class_name}", f"${class_name}")
    return [candidate for candidate in found if candidate.class_name.endswith(ends)]


def _nearest(candidates: list[_Candidate], text: str) -> str:
    """Return "; nearest: ..." or nothing: by simple class and method name, then by method."""
    wanted = text.partition("(")[0].replace("/", ".").split(".")
    short = {
        f"{re.split('[/$]', candidate.class_name)[-1]}.{candidate.name}": candidate
        for candidate in candidates
    }
    close = difflib.get_close_matches(".".join(wanted[-2:]), short, n=3, cutoff=0.6)
    if not close:
        names = {candidate.name: key for key, candidate in short.items()}
        close = [names[n] for n in difflib.get_close_matches(wanted[-1], names, n=3, cutoff=0.6)]
    if not close:
        return "; `report` lists the hottest ones, `export` all"
    shown = [f"{dotted(short[key].class_name)}.{printable(short[key].name)}" for key in close]
    return f"; nearest: {', '.join(shown)}"
