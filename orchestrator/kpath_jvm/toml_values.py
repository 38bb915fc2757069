"""Writes values of TOML files for messages."""


def spelt(value: object) -> str:
    """Returns a value as its file spells it: TOML has ``true``, where Python has ``True``."""
    return str(value).lower() if isinstance(value, bool) else repr(value)
