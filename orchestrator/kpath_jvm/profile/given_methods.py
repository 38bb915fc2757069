"""A method as the Python interface is given one: by its number or by name."""

from kpath_jvm.profile.model import Profile


def method_number(profile: Profile, method: int | str) -> int:
    """Returns the number of a method; KpathError when the profile has no such method."""
    if isinstance(method, str):
        return profile.find_method(method)
    profile.require_method(method)
    return int(method)
