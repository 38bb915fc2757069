"""Methods as users of the Python interface give them: by number or by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile


def method_number(profile: Profile, method: int | str) -> int:
    """Returns the number of a method; raises KpathError if the profile has no such method."""
    if isinstance(method, str):
        return profile.find_method(method)
    profile.require_method(method)
    return int(method)
