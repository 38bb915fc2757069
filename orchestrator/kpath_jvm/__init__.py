"""kpath-jvm: exact profiles of sequences of loop iterations of Java programs."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile

__version__ = "0.1.0"
__all__ = ["Profile", "__version__"]


def __getattr__(name: str) -> Any:
    """Import ``Profile``, and with it pandas and pyarrow, only when it is asked for."""
    if name == "Profile":
        from kpath_jvm.profile.model import Profile

        return Profile
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
