"""Says why it isn't known whether advice would pay."""

from msgspec import Struct


class NotKnown(Struct, frozen=True):
    """Why it isn't known whether a kind of advice pays for a loop, or for one of its branches.

    ``reason`` can be the same for many loops and branches, so that texts can say it once.
    ``extent`` says how much of this loop, or of this branch, the reason is about; it may be "".
    """

    reason: str
    extent: str = ""

    @property
    def why(self) -> str:
        """Both in one text."""
        return f"{self.reason} ({self.extent})" if self.extent else self.reason
