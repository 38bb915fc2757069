"""Checks that a JVM can name a path: in the locale C, Java can use ASCII only, unlike Python."""

import locale
import os
from pathlib import Path

from kpath_jvm.errors import KpathError


def require_java_name(path: Path, what: str) -> None:
    """Raises KpathError (125) if a JVM that we start can't name ``path``; ``what`` is its role."""
    encoding = locale.nl_langinfo(locale.CODESET)
    try:
        str(path).encode(encoding)
    except UnicodeEncodeError:
        shown = os.fsencode(path).decode("ascii", "backslashreplace")
        raise KpathError(
            f"{what} {shown}: Java cannot name it in this locale ({encoding}); "
            "set LC_ALL=C.UTF-8 or choose a path of other characters",
            125,
        ) from None
    except LookupError:
        # Python doesn't know this encoding; Java may know it.
        return
