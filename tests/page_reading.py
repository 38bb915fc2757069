"""Reads and checks the HTML pages that reports/page/one_file.py writes, each to a single file."""

import base64
import hashlib
import json
import re
import zlib
from typing import Any

_DATA = re.compile(r'<script type="application/octet-stream" id="([\w-]+)">([^<]*)</script>')


def data_of(text: str) -> dict[str, Any]:
    """Returns a page's documents by their names."""
    return {
        name: json.loads(zlib.decompress(base64.b64decode(packed, validate=True)))
        for name, packed in _DATA.findall(text)
    }


def check_policy(text: str, *, scripts: int, styles: int) -> None:
    """Checks that a page's policy allows its own scripts and styles, and nothing else.

    ``scripts`` and ``styles`` are the numbers of scripts and styles that the page must have.
    """
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    rules = dict(rule.partition(" ")[::2] for rule in policy.split("; "))
    for tag, rule, count in (("script", "script-src", scripts), ("style", "style-src", styles)):
        parts = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digests = [hashlib.sha256(part.encode()).digest() for part in parts]
        named = [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
        assert rules[rule].split() == named
        assert len(parts) == count
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "connect-src" not in rules
    assert "unsafe" not in policy
