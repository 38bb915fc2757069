"""Pairs up the same methods in the profiles of two runs that did the same work."""

from collections import Counter

from kpath_jvm.profile.identity.methods import Loaders, MethodVersion, versions_of
from kpath_jvm.profile.model import Profile


def matched(profile: Profile, other: Profile) -> dict[int, int]:
    """Maps the number of each method in ``profile`` to the number of the same method in ``other``.

    A method is omitted if only one of the profiles has it, or if one has it several times, from
    several class loaders.
    """
    others = {key: method for method, key in _keys(other)}
    several = several_alike(profile), several_alike(other)
    return {
        method: others[key]
        for method, key in _keys(profile)
        if key in others and method not in several[0] and others[key] not in several[1]
    }


def several_alike(profile: Profile) -> set[int]:
    """Returns the methods that share their name and path tables with another method."""
    keys = _keys(profile)
    counts = Counter(key for _, key in keys)
    return {method for method, key in keys if counts[key] > 1}


def _keys(profile: Profile) -> list[tuple[int, MethodVersion]]:
    """Returns each method's number and key; the same method has the same key in any profile."""
    versions = versions_of(profile.table("methods"), Loaders.NONE)
    numbers = profile.method_rows.numbers.tolist()
    return [(number, one.of_any_file) for number, one in zip(numbers, versions, strict=True)]
