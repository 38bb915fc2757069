"""Writes values of TOML files for messages."""


def spelt(value: object) -> str:
    """Returns a value as TOML spells it: ``true``, for instance, where Python has ``True``."""
    return str(value).lower() if isinstance(value, bool) else repr(value)
