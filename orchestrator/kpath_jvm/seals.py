"""Computes digests, which show whether a file's content is what was written to the file.

The checksums of Parquet's pages cover neither the pages' headers nor the file's footer. A damaged
bit there can give a wrong value that looks right (decision 53). A digest covers a whole file. The
JSON file that lists the digests of the other files ends with its *seal*: a digest of the file's own
content before the seal.
"""

import hashlib
import re
from pathlib import Path
from typing import Annotated

from msgspec import Meta

#: A SHA-256, in hexadecimal digits.
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
#: The name of the last member of a sealed JSON object. Its value is the seal.
SEAL = "seal"
_PIECE_BYTES = 1 << 20
_SEALED = re.compile(rb',\s*"seal":\s*"([0-9a-f]{64})"\s*\}\s*\Z')


class BrokenSealError(ValueError):
    """A document's seal doesn't fit its content."""


def digest_of(content: bytes) -> str:
    """Returns the digest of some content."""
    return hashlib.sha256(content).hexdigest()


def file_digest(path: Path) -> str:
    """Returns the digest of a file's content; raises OSError if the file can't be read."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while content := file.read(_PIECE_BYTES):
            found.update(content)
    return found.hexdigest()


def sealed(text: str) -> bytes:
    """Returns a JSON object with its seal as its last member.

    The object must not be empty. Lone surrogates, which names in class files may have, are escaped:
    UTF-8 has no bytes for them.
    """
    content = text.encode(errors="backslashreplace").rstrip()
    if not content.endswith(b"}"):
        raise ValueError("only a JSON object can be sealed")
    content = content[:-1].rstrip()
    return content + f',\n "{SEAL}": "{digest_of(content)}"\n}}\n'.encode()


def has_whole_seal(content: bytes) -> bool:
    """Returns whether a document has a seal.

    Raises BrokenSealError if the seal belongs to other content.
    """
    found = _SEALED.search(content)
    if found is None:
        return False
    if digest_of(content[: found.start()]) != found[1].decode():
        raise BrokenSealError
    return True
