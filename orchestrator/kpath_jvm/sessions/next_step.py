"""Suggests the step after a report: commands that the user can copy and run."""

import shlex

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.of_edges.known import known
from kpath_jvm.errors import KpathError
from kpath_jvm.own_command import own_command
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import dotted, printable


def next_step(profile: Profile) -> str | None:
    """Returns a line with the commands that show more; None if no bytecodes were counted."""
    work = Costs(profile).of_methods
    if not work.any():
        return None
    method = _named(profile, int(work.argmax()))
    place = shlex.quote(str(profile.path))
    if known(profile).edges_only:
        return (
            f"next: `{own_command()} branches {place}` shows how branches went, and "
            f"`{own_command()} draw cfg {place} {shlex.quote(method)} -o cfg.svg` draws the graph "
            "of the hottest method"
        )
    if profile.k == 1:
        return (
            f"next: `{own_command()} branches {place}` shows how branches went, and "
            f"`{own_command()} html {place}` writes the profile as a page"
        )
    return (
        f"next: `{own_command()} tree {place} {shlex.quote(method)}` shows what follows what in "
        f"the hottest method, and `{own_command()} html {place}` writes the profile as a page"
    )


def _named(profile: Profile, method: int) -> str:
    """Returns the shortest name that finds the method."""
    row = profile.method_rows.row(method)
    whole = f"{dotted(row['class'])}.{printable(row['name'])}"
    short = ".".join(whole.rsplit(".", 2)[-2:])
    for text in (short, whole):
        try:
            if profile.find_method(text) == method:
                return text
        except KpathError:
            # This name finds several methods.
            continue
    return f"{whole}{printable(row['descriptor'])}"
