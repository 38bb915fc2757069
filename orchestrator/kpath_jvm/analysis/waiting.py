"""Describes loops that go round only to wait for other threads or to try again.

The agent recognises such loops in the bytecode (docs/loops.md), and ``Loop.waits`` names the kind
and a method or field. Advice to copy the body of such a loop would be useless.
"""

from kpath_jvm.profile.names import printable

_WHY = {
    "retry": "a retry loop: it goes round until {} succeeds",
    "spin": "a spin loop: every way around calls {}",
    "wait": "a wait loop: every way around calls {}",
    "poll": "a spin loop: it only reads {} until that changes",
}


def why_it_waits(waits: str) -> str | None:
    """Returns a waiting loop's kind and what it waits for; None for an ordinary loop."""
    kind, _, what = waits.partition(" ")
    return _WHY[kind].format(printable(what)) if kind in _WHY else None
