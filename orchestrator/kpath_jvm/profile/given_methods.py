"""Finds the methods that users of the Python interface pass by number or by name."""

from typing import Protocol


class KnowsMethods(Protocol):
    """A profile, as far as its methods are concerned."""

    def find_method(self, text: str) -> int:
        """Returns the number of the method that ``text`` names."""

    def require_method(self, method: int | str) -> None:
        """Raises KpathError if the profile has no such method."""


def method_number(profile: KnowsMethods, method: int | str) -> int:
    """Returns the number of a method; raises KpathError if the profile has no such method."""
    if isinstance(method, str):
        return profile.find_method(method)
    profile.require_method(method)
    return int(method)
