"""The official kits of benchmark suites, where the user has them."""

from kpath_jvm.evaluation.workloads.kits.catalogue import (
    find_kit_workload,
    list_kits,
    list_official,
)
from kpath_jvm.evaluation.workloads.kits.model import Kit, KitBenchmark, KitWorkload
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import find_kit
from kpath_jvm.evaluation.workloads.kits.selection import select_official

__all__ = [
    "Kit",
    "KitBenchmark",
    "KitPlaces",
    "KitWorkload",
    "find_kit",
    "find_kit_workload",
    "list_kits",
    "list_official",
    "select_official",
]
