"""The help of ``run``: its options in sections, by the profilers that they are for."""

from collections.abc import Iterable, Sequence

import click

from kpath_jvm.cli.options.agent_options import listed, takers_of
from kpath_jvm.recording.options import STREAM, agent_table

_GENERAL = "Options"


def write_sections(
    parameters: Iterable[click.Parameter], ctx: click.Context, formatter: click.HelpFormatter
) -> None:
    """Writes the options of all profilers, then those of ``stream``, then all other options."""
    sections: dict[str, list[tuple[str, str]]] = {_GENERAL: [], _title((STREAM,)): []}
    for parameter in parameters:
        record = parameter.get_help_record(ctx)
        if record is not None and not isinstance(parameter, click.Argument):
            sections.setdefault(_title(takers_of(parameter)), []).append(record)
    for title, records in sections.items():
        if records:
            with formatter.section(title):
                formatter.write_dl(records)


def _title(takers: Sequence[str]) -> str:
    profilers = agent_table().profilers
    others = [name for name in profilers if name not in takers]
    if not others:
        return _GENERAL
    if takers == (STREAM,):
        return f"Options of {STREAM}, the default profiler"
    if others == [STREAM]:
        return f"Options of all profilers but {STREAM}"
    if len(others) < len(takers):
        return f"Options of all profilers but {listed(others)}"
    return f"Options of {listed(takers)}"
