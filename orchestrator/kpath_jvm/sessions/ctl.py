"""The verb ``ctl``: it sends a request to the process that records a JVM, and prints the answer."""

import json
from datetime import datetime
from pathlib import Path

import click

from kpath_jvm.control.client import connected
from kpath_jvm.control.messages import ControlRequest, State, Status, Verb
from kpath_jvm.profile.names import printable
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.record import plain


def control(
    pid: int, verb: Verb, *, output: Path | None, force: bool, reset: bool, as_json: bool
) -> int:
    """Sends a request and prints the answer; raises KpathError if the request can't be served."""
    with connected(pid) as recording:
        place = output
        if verb is Verb.DUMP and place is None:
            place = _default(recording.status())
        where = None if place is None else str(place.absolute())
        status = recording.done(ControlRequest(verb=verb, output=where, force=force, reset=reset))
    worth = None if place is None else _worth(place)
    if as_json:
        more = {} if worth is None else {"completeness": worth.document()}
        click.echo(json.dumps(plain(status) | more))
        return 0
    if worth is not None:
        begun = ", and all counts begin anew" if reset else ""
        click.echo(f"{printable(f'dumped to {place}')}{begun}")
        click.echo(f"completeness: {printable(worth.text)}")
    elif verb is Verb.STATUS:
        for line in lines(status):
            click.echo(printable(line))
    else:
        click.echo(_done(verb, status))
    return 0


def _default(status: Status) -> Path:
    now = datetime.now().astimezone()
    return Path(f"{status.program}-{now:%Y%m%d-%H%M%S}-{status.pid}-{status.dumps + 1}.kpath")


def _worth(dump: Path) -> Completeness:
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.profile.model import Profile

    keep_pandas_out()
    return Profile.open(dump).completeness


def _done(verb: Verb, status: Status) -> str:
    what = {
        Verb.RESET: "dropped what had been counted so far in",
        Verb.START: "counting again in",
        Verb.STOP: "counting nothing from now on in",
        Verb.END: "ending the recording of",
    }
    return f"{what[verb]} process {status.pid}"


def lines(status: Status) -> list[str]:
    """Returns the lines of a recording's status, for people."""
    found = [
        f"process {status.pid}: {status.program}",
        f"state: {_state(status)}, for {status.seconds:.1f} s; {status.profiler}, k={status.k}",
    ]
    if status.doing is Verb.DUMP:
        waits = "; it waits until everything emitted before it has been counted"
        found.append(f"a dump is under way{waits if status.backlog_bytes else ''}")
    if status.events is not None:
        rate = None if status.is_stopped else status.events_per_second
        more = "" if rate is None else f", {_rate(rate)} now"
        found.append(
            f"path completions: {status.streamed}{more}; a dump also has those that aren't streamed"
        )
    if status.backlog_bytes:
        behind = f", {status.behind_seconds:.0f} s behind" if status.behind_seconds else ""
        found.append(f"not counted yet: {format_size(status.backlog_bytes)}{behind}")
    if status.waited_share is not None:
        found.append(f"waited for the engine: {status.waited_share:.1%} of the threads' time")
    if status.engine_bytes is not None and status.engine_limit is not None:
        limit = format_size(status.engine_limit)
        found.append(f"engine: {format_size(status.engine_bytes)} of {limit}")
    if status.spilled_bytes:
        found.append(f"spilled to disk: {format_size(status.spilled_bytes)}")
    if status.methods is not None:
        found.append(f"methods: {status.methods:,}")
    found.append(f"resets: {status.resets}, dumps: {status.dumps}")
    if status.profile is not None:
        found.append(f"profile, at the end: {status.profile}")
    return found


def _state(status: Status) -> str:
    """Returns the state apart from a dump, which ``lines`` reports in a line of its own."""
    if status.doing is not Verb.DUMP:
        return str(status.state)
    return str(State.PAUSED if status.is_stopped else State.RECORDING)


def _rate(events_per_second: float) -> str:
    if events_per_second < 1e5:
        return f"{events_per_second:,.0f} per second"
    return f"{events_per_second / 1e6:.1f} M per second"
