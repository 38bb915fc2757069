"""Says why it isn't known whether advice would pay."""

from msgspec import Struct


class NotKnown(Struct, frozen=True):
    """Why it isn't known whether a kind of advice pays for a loop, or for one of its branches.

    ``reason`` can be the same for many loops and branches; then a text needs to state it only once.
    ``extent`` is what holds only for this loop or branch, such as numbers. It may be "".
    """

    reason: str
    extent: str = ""

    @property
    def why(self) -> str:
        """The reason and the extent in one text."""
        return f"{self.reason} ({self.extent})" if self.extent else self.reason
