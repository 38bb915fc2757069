"""Finds a method by the name that a person would type."""

import re
from collections.abc import Iterable

import pyarrow as pa
from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import closest, suggestion
from kpath_jvm.profile.method_rows import MethodRows
from kpath_jvm.profile.names import dotted, printable
from kpath_jvm.recording.class_patterns import glob

_MOST_CANDIDATES = 5
_MOST_NAMES = 12
_MOST_OWNERS = 3
_PARTS = re.compile(r"(?P<class>.*?)[.#]?(?P<name>[^.#/()]+)(?P<descriptor>\(.*)?")


class _Candidate(Struct, frozen=True):
    number: int
    class_name: str
    name: str
    descriptor: str
    loader: str
    digest: str
    is_executed: bool
    is_bridge: bool

    def text(self) -> str:
        return f"{dotted(self.class_name)}.{printable(self.name + self.descriptor)}"


def find_method(methods: pa.Table, text: str, left_out: str = "") -> int:
    """Returns the number of the one method that ``text`` names (see Profile.find_method).

    ``left_out`` says, in the error for an unknown method, which methods weren't recorded.
    """
    candidates = _candidates(methods)
    found = _matches(candidates, text)
    if not found:
        raise _unknown(candidates, text, left_out)
    # The user hardly means overloads that never ran, or a bridge method, which nobody has written.
    found = [candidate for candidate in found if candidate.is_executed] or found
    found = [candidate for candidate in found if not candidate.is_bridge] or found
    if len(found) > 1:
        listed = _listed(found)
        more = f" and {len(listed) - _MOST_CANDIDATES} more" * (len(listed) > _MOST_CANDIDATES)
        # A shell needs the quotes.
        choice = ", ".join(f"'{one}'" for one in listed[:_MOST_CANDIDATES])
        raise KpathError(f"{printable(text)} is ambiguous, choose one of: {choice}{more}")
    return found[0].number


def match_methods(
    methods: pa.Table, text: str, left_out: str = "", where: str = "the profile"
) -> list[int]:
    """Returns the numbers of all methods that ``text`` names; raises KpathError if there are none.

    Unlike in ``find_method``, bridge methods and overloads that never ran are included. In the
    names of the class and of the method, ``*`` stands for any characters: ``Scanner.scan*``,
    ``a.b.*.get``, ``scan*``. ``left_out`` has the same meaning as in ``find_method``, and ``where``
    says in the error where the methods were looked for.
    """
    candidates = _candidates(methods)
    found = _matches(candidates, text) or _globbed(candidates, text)
    if not found:
        raise _unknown(candidates, text, left_out, where)
    return [one.number for one in found]


def nearest_classes(text: str, names: Iterable[str]) -> str:
    """Returns the end of a message about a pattern of classes that matches none of ``names``."""
    known: dict[str, str] = {}
    for name in names:
        whole = name.replace("/", ".")
        package = whole.rpartition(".")[0]
        if package:
            known.setdefault(package, f"{printable(package)}.*")
        known[whole] = dotted(name)
        known.setdefault(re.split("[.$]", whole)[-1], dotted(name))
    wanted = text.replace("/", ".").replace("*", "").strip(".")
    last = _last(wanted)
    # A long package makes all of its classes' full names similar.
    similar = {key: it for key, it in known.items() if _are_similar(wanted, last, key)}
    close = _begun_alike(wanted, similar) or _begun_alike(last, known)
    if close:
        return suggestion(list(dict.fromkeys(close)))
    return (
        "; perhaps none was loaded; write a class or package as org.foo.Bar, Bar, org.foo.* or *Bar"
    )


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _are_similar(wanted: str, last: str, name: str) -> bool:
    return name.startswith(wanted) or bool(_begun_alike(last, {_last(name): name}))


def _begun_alike(word: str, known: dict[str, str]) -> list[str]:
    """Returns the known names that are closest to a word and begin with the same letter.

    Few people misspell the first letter. If the word is the name of a class that was never loaded,
    it often resembles the name of some library's class, as ``acme`` resembles ``Names``. The first
    letter rules out many such names.
    """
    first = word[:1].lower()
    return closest(word, {key: it for key, it in known.items() if key[:1].lower() == first})


def _candidates(methods: pa.Table) -> list[_Candidate]:
    columns = [
        methods.column(name).to_pylist()
        for name in ("method", "class", "name", "descriptor", "loader", "digest")
    ]
    rows = MethodRows(methods)
    return list(map(_Candidate, *columns, rows.is_entered.tolist(), rows.are_bridges.tolist()))


def _matches(candidates: list[_Candidate], text: str) -> list[_Candidate]:
    """Returns the methods that ``text`` names.

    The whole text is tried as a name first, and then as a name with a loader or digest after an @.
    """
    found = _named(candidates, text)
    for at in (match.start() for match in re.finditer("@", text)):
        which = text[at + 1 :]
        if found or not which:
            break
        found = [
            candidate
            for candidate in _named(candidates, text[:at])
            if candidate.loader == which or candidate.digest.startswith(which)
        ]
    return found


def _listed(found: list[_Candidate]) -> list[str]:
    """Returns, for each candidate, a name that fits only this candidate, if that is possible."""
    texts = [candidate.text() for candidate in found]
    if len(set(texts)) == len(texts):
        return texts
    loaders = {candidate.loader for candidate in found}
    return [
        f"{text}@{printable(one.loader if len(loaders) == len(found) else one.digest)}"
        for text, one in zip(texts, found, strict=True)
    ]


def _globbed(candidates: list[_Candidate], text: str) -> list[_Candidate]:
    """Returns the methods that ``text`` matches; an empty list if ``text`` has no ``*``."""
    parts = _PARTS.fullmatch(text.replace("/", ".").replace("#", "."))
    if parts is None or "*" not in text:
        return []
    of_name = re.compile(glob(parts["name"]), re.DOTALL)
    of_class = re.compile(f"(?:.*[.$])?{glob(parts['class'] or '*')}", re.DOTALL)
    # The descriptor keeps its slashes.
    descriptor = text[parts.start("descriptor") :] if parts["descriptor"] else ""
    return [
        one
        for one in candidates
        if of_name.fullmatch(one.name)
        and of_class.fullmatch(one.class_name.replace("/", "."))
        and one.descriptor.startswith(descriptor)
    ]


def _named(candidates: list[_Candidate], text: str) -> list[_Candidate]:
    parts = _PARTS.fullmatch(text)
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


def _unknown(
    candidates: list[_Candidate], text: str, left_out: str, where: str = "the profile"
) -> KpathError:
    why = f"; {left_out}" if left_out else ""
    return KpathError(f"no method {printable(text)} in {where}{why}{_nearest(candidates, text)}")


def _nearest(candidates: list[_Candidate], text: str) -> str:
    """Returns the end of a message: methods that may be meant, or why there may be no such method.

    A name that resembles another one isn't always misspelt: its class may not have been loaded. So
    a method of another class is suggested only if the names of both class and method are similar.
    """
    whole = text.partition("(")[0].replace("/", ".").replace("#", ".")
    package = whole.replace(".", "/").removesuffix("/*").strip("/")
    if package and any(one.class_name.startswith(f"{package}/") for one in candidates):
        return f"; {printable(package.replace('/', '.'))}.*.* means all methods of that package"
    class_name, _, name = whole.rpartition(".")
    if not class_name or "*" in whole:
        close = [] if class_name else _closest_alone(name, candidates)
        return suggestion(close) if close else "; `report` lists the hottest methods, `export` all"
    wanted = re.split("[.$]", class_name)[-1]
    by_class: dict[str, list[_Candidate]] = {}
    for one in candidates:
        by_class.setdefault(re.split("[/$]", one.class_name)[-1], []).append(one)
    own = by_class.get(wanted, [])
    similar = {one: one for one in by_class}
    beside = [one for near in closest(wanted, similar) for one in by_class[near]]
    close = closest(name, _titles(own)) or closest(name, _titles(beside))
    if close:
        return suggestion(close)
    if own:
        return f"; {_listed_names([one for one in own if one.class_name == own[0].class_name])}"
    # A renamed class has methods with the same names. But if many classes have a method with this
    # name, the name says little.
    is_named = not name.startswith("<")
    owners = sorted({dotted(one.class_name) for one in candidates if one.name == name and is_named})
    have = "has" if len(owners) == 1 else "have"
    elsewhere = f"; only {', '.join(owners)} {have} a method {printable(name)}"
    return (
        f"; no class {printable(wanted)} was recorded: it has another name, was left "
        "out, or wasn't loaded, perhaps because the program ended early"
        f"{elsewhere if 0 < len(owners) <= _MOST_OWNERS else ''}"
    )


def _closest_alone(name: str, candidates: list[_Candidate]) -> list[str]:
    """Returns the methods that a name without a dot may mean, as a method's or a class's name."""
    with_class = {
        f"{re.split('[/$]', one.class_name)[-1]}.{one.name}": title
        for one in candidates
        for title in _titles([one]).values()
    }
    return closest(name, _titles(candidates)) or closest(name, with_class)


def _titles(candidates: list[_Candidate]) -> dict[str, str]:
    return {one.name: f"{dotted(one.class_name)}.{printable(one.name)}" for one in candidates}


def _listed_names(candidates: list[_Candidate]) -> str:
    """Returns the names of methods that a class has: "demo.Tangle has run, spin and 2 more"."""
    names = sorted({printable(one.name) for one in candidates})
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"{dotted(candidates[0].class_name)} has {', '.join(names[:_MOST_NAMES])}{more}"
