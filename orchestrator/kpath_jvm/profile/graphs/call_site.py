"""Calls whose callees can be identified (docs/formats/methods.md)."""

from typing import Annotated

import msgspec

_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class CallSite(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A call, given by its block and bytecode offset, and the method that the call names.

    If ``told`` is true, a probe reports the callee's class, and the callee can be a method with
    this name and descriptor in any class. Otherwise, only the method of the class ``owner``
    can be the callee.
    """

    block: _Count
    offset: _Count
    told: bool
    owner: str
    name: str
    descriptor: str

    def may_call(self, class_name: str, name: str, descriptor: str) -> bool:
        """Returns whether a method can be the callee."""
        is_class = self.told or self.owner == class_name
        return is_class and (self.name, self.descriptor) == (name, descriptor)
