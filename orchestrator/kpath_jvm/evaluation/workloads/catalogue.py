"""Finds workloads by suite and name: stand-ins, and the benchmarks of official kits."""

from pathlib import Path

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads import preparation
from kpath_jvm.evaluation.workloads.configuration import read_workload
from kpath_jvm.evaluation.workloads.kits.catalogue import list_official
from kpath_jvm.evaluation.workloads.kits.model import KitWorkload
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import prepare_kit
from kpath_jvm.evaluation.workloads.model import Workload
from kpath_jvm.nearest import nearest


def list_workloads() -> list[Workload]:
    """Returns all stand-ins, one per file in dacapo_configs, sorted by suite and name.

    Raises KpathError when a file is unreadable or incomplete.
    """
    paths = sorted(installation.dacapo_configs().glob("*.toml"))
    return sorted((read_workload(path) for path in paths), key=lambda it: (it.suite, it.name))


def find_workload(suite: str, name: str, places: KitPlaces | None = None) -> Workload:
    """Returns the workload of that suite and name.

    ``places`` has the paths that the command line gives for kits. A kit is looked for only when one
    of its workloads is prepared. Raises KpathError (exit status 2), with the nearest name, if there
    is no such workload.
    """
    everything = [*list_workloads(), *list_official(places)]
    of_suite = {it.name: it for it in everything if it.suite == suite}
    if not of_suite:
        suites = nearest(suite, (it.suite for it in everything))
        raise KpathError(f"unknown suite {suite!r}{suites}", 2)
    if name not in of_suite:
        raise KpathError(f"unknown benchmark {name!r} of {suite}{nearest(name, of_suite)}", 2)
    return of_suite[name]


def find_named(name: str) -> list[Workload]:
    """Returns the workloads whose own name or suite is ``name``.

    Raises KpathError (exit status 2), with the nearest name, if there are none.
    """
    everything = [*list_workloads(), *list_official()]
    named = [it for it in everything if name in (it.name, it.suite)]
    if not named:
        known = {word for it in everything for word in (it.name, it.suite)}
        raise KpathError(f"unknown benchmark {name!r}{nearest(name, known)}", 2)
    return named


def prepare(
    workload: Workload, size: str, iterations: int | None, java: Path, *, warmups: int | None = None
) -> preparation.PreparedWorkload:
    """Fetches or finds what the workload needs, and composes its command.

    ``iterations`` is the number of timed iterations. ``warmups`` is the number of iterations before
    them. For both, None stands for the size's own number. Raises KpathError for an unknown size,
    for a JDK that is excluded, and when jars aren't available.
    """
    chosen = preparation.choose_size(workload, size, warmups, iterations)
    if isinstance(workload, KitWorkload):
        return prepare_kit(workload, chosen, java)
    return preparation.prepare(workload, chosen, java)
