"""Workloads that can be run by name: which there are, and the java command that runs one."""

from kpath_jvm.evaluation.workloads.catalogue import list_workloads
from kpath_jvm.evaluation.workloads.choice import find_workload, prepare
from kpath_jvm.evaluation.workloads.kits import KitPlaces, KitWorkload, list_official
from kpath_jvm.evaluation.workloads.model import Artifact, Size, Workload
from kpath_jvm.evaluation.workloads.preparation import Prepared
from kpath_jvm.evaluation.workloads.program import NamedBenchmark

__all__ = [
    "Artifact",
    "KitPlaces",
    "KitWorkload",
    "NamedBenchmark",
    "Prepared",
    "Size",
    "Workload",
    "find_workload",
    "list_official",
    "list_workloads",
    "prepare",
]
