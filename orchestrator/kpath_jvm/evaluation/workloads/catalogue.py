"""The workloads there are: one per file in dacapo_configs."""

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.configuration import read_workload
from kpath_jvm.evaluation.workloads.model import Workload
from kpath_jvm.nearest import nearest


def list_workloads() -> list[Workload]:
    """All workloads by suite and name; KpathError when a file is unreadable or incomplete."""
    paths = sorted(installation.dacapo_configs().glob("*.toml"))
    return sorted((read_workload(path) for path in paths), key=lambda it: (it.suite, it.name))


def find_workload(suite: str, name: str) -> Workload:
    """The workload of that suite and name; KpathError that suggests the nearest otherwise."""
    workloads = list_workloads()
    of_suite = [workload for workload in workloads if workload.suite == suite]
    if not of_suite:
        known = {workload.suite for workload in workloads}
        raise KpathError(f"unknown suite {suite!r}{nearest(suite, known)}", 2)
    for workload in of_suite:
        if workload.name == name:
            return workload
    known = {workload.name for workload in of_suite}
    raise KpathError(f"unknown benchmark {name!r} of {suite}{nearest(name, known)}", 2)
