"""Checks that Java can use a file's path: in the locale C, Java accepts only ASCII paths."""

import locale
import os
from pathlib import Path

from kpath_jvm.errors import KpathError


def require_java_name(path: Path, what: str) -> None:
    """Raises KpathError if a JVM of ours couldn't use ``path``; ``what`` says what the path is."""
    encoding = locale.nl_langinfo(locale.CODESET)
    try:
        str(path).encode(encoding)
    except UnicodeEncodeError:
        shown = os.fsencode(path).decode("ascii", "backslashreplace")
        raise KpathError(
            f"{what} {shown}: Java cannot name it in this locale ({encoding}); "
            "set LC_ALL=C.UTF-8 or choose a path with other characters",
            125,
        ) from None
    except LookupError:
        # Python lacks this encoding, but Java may have it.
        return
