"""The ways in which kits' harnesses are talked to, by the name that a kit's file has."""

from collections.abc import Mapping
from types import MappingProxyType

from kpath_jvm.evaluation.workloads.kits.dacapo import DaCapo
from kpath_jvm.evaluation.workloads.kits.harness import Harness
from kpath_jvm.evaluation.workloads.kits.renaissance import Renaissance
from kpath_jvm.evaluation.workloads.kits.specjvm import SpecJvm

HARNESSES: Mapping[str, Harness] = MappingProxyType(
    {"dacapo": DaCapo(), "specjvm": SpecJvm(), "renaissance": Renaissance()}
)
