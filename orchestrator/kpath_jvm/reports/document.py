"""Makes the JSON documents of verbs (docs/formats/json.md), whose first key has their version."""

import json
from collections.abc import Mapping
from typing import IO, Any

from msgspec import Struct

from kpath_jvm.reports.documents.keys import Keys


class DocumentKind(Struct, frozen=True):
    """What a verb's ``--json`` prints.

    The first key of a document has the ``version``, which grows when a key is removed, or when its
    type or meaning changes. ``keys`` declares the other keys.
    """

    verb: str
    version: int
    keys: type[Keys]

    @property
    def key(self) -> str:
        """The key that marks a document of this kind."""
        return f"kpath_jvm_{self.verb}"

    def of(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the document with this content."""
        return {self.key: self.version, **content}


def write_document(stream: IO[str], document: Mapping[str, Any]) -> None:
    """Writes a document to a stream, with escapes for all characters that aren't ASCII."""
    json.dump(document, stream, indent=2)
    stream.write("\n")
    stream.flush()
