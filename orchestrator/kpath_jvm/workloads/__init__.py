"""Workloads that can be run by name: which there are, and the java command that runs one."""

from kpath_jvm.workloads.catalogue import list_workloads
from kpath_jvm.workloads.choice import find_workload, prepare
from kpath_jvm.workloads.kits import KitPlaces, KitWorkload, list_official
from kpath_jvm.workloads.model import Artifact, Size, Workload
from kpath_jvm.workloads.preparation import Prepared

__all__ = [
    "Artifact",
    "KitPlaces",
    "KitWorkload",
    "Prepared",
    "Size",
    "Workload",
    "find_workload",
    "list_official",
    "list_workloads",
    "prepare",
]
