"""The source roots that a verb was given, and the messages about them when the verb ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.source.annotation import SourceTexts


@contextmanager
def source_texts(
    roots: Sequence[Path], profiles: Iterable[Profile] = (), option: str = "--sources"
) -> Iterator[SourceTexts | None]:
    """Yields the sources (None without roots); at the end, prints the notes about the roots.

    ``profiles`` have the code that the sources are to fit, unless a caller of ``judge_by`` gives
    them later. ``option`` is the option that the roots were given with. Raises KpathError if a root
    is neither a directory nor a jar.
    """
    if not roots:
        yield None
        return
    from kpath_jvm.source.annotation import SourceTexts

    texts = SourceTexts(roots, profiles, option)
    yield texts
    for note in texts.notes():
        click.echo(f"kpath-jvm: {note}", err=True)
