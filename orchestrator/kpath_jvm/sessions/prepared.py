"""Prepared: what can go wrong without having run anything has been looked at."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kpath_jvm.installation import Jars, require_jars
from kpath_jvm.launch.jdk import Jdk, engine_jdk, require_home
from kpath_jvm.profile.writer import check_destination
from kpath_jvm.sessions.program import Program
from kpath_jvm.sessions.request import Request


@dataclass(frozen=True)
class Prepared:
    """What a request comes to: the program, the JDKs, and where the profile goes."""

    request: Request
    jars: Jars
    program: Program
    destination: Path
    engine_jdk: Jdk
    started: datetime


def prepare(request: Request) -> Prepared:
    """Looks at all that the request names; KpathError for what can't be."""
    require_home(request.java_home)
    may_replace = request.force and request.makes_profile
    if request.output is not None:
        # Before a workload is fetched, which may take long.
        check_destination(request.output, replace=may_replace)
    if request.stream is not None:
        request.stream.check(replace=request.force)
    jars = require_jars()
    engine = engine_jdk(request.java_home)
    program = request.program.prepare(engine)
    started = datetime.now().astimezone()
    suffix = "kpath" if request.makes_profile else "recording"
    name = f"{program.name}-{started:%Y%m%d-%H%M%S}-{os.getpid()}.{suffix}"
    destination = request.output or Path(name)
    if not request.no_profile:
        check_destination(destination, replace=may_replace)
    return Prepared(request, jars, program, destination, engine, started)
