"""Says on stderr how reliable a profile's counts are, for verbs whose output doesn't show it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kpath_jvm.profile.names import printable

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.records.completeness import Completeness


def tell_worth(path: Path, completeness: Completeness) -> None:
    """Writes a line to stderr if a profile isn't exact."""
    if not completeness.is_exact:
        click.echo(f"kpath-jvm: {printable(f'{path}: {completeness.text}')}", err=True)


def tell_worth_of(path: Path) -> None:
    """Does the same as ``tell_worth``, for a profile that was just written.

    Raises KpathError if the profile can't be read.
    """
    from kpath_jvm.profile.model import Profile

    tell_worth(path, Profile.open(path).completeness)


def tell_shared(one: Profile, other: Profile) -> None:
    """Writes a line to stderr if two profiles that are compared have a recording in common."""
    from kpath_jvm.profile.identity.runs import shared_by

    shared = shared_by([(one.path, one.run)], [(other.path, other.run)])
    if shared is not None:
        said = printable(shared.text)
        click.echo(f"kpath-jvm: {said}, so they agree about what both have counted", err=True)
