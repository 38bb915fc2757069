"""Workloads that can be run by name: which there are, and the java command that runs one."""

from kpath_jvm.workloads.catalogue import find_workload, list_workloads
from kpath_jvm.workloads.model import Artifact, Size, Workload
from kpath_jvm.workloads.preparation import Prepared, prepare

__all__ = [
    "Artifact",
    "Prepared",
    "Size",
    "Workload",
    "find_workload",
    "list_workloads",
    "prepare",
]
