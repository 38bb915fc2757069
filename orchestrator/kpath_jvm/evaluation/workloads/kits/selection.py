"""The official benchmarks of an experiment: those of the kits that it names."""

from collections.abc import Iterable

from kpath_jvm.evaluation.workloads.kits.catalogue import (
    find_kit_workload,
    list_kits,
    list_official,
)
from kpath_jvm.evaluation.workloads.kits.model import KitWorkload
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import find_kit, require_benchmark


def select_official(selectors: Iterable[str], places: KitPlaces | None = None) -> list[KitWorkload]:
    """The benchmarks that ``suite/name`` names, and for ``suite/*`` all that the kit there has.

    Only selectors with a kit's suite count: what has no suite, or ``*`` for it, means stand-ins,
    so that an experiment doesn't change with the kits that happen to be here. KpathError for a
    benchmark that is unknown or that the kit here lacks, and for a kit that isn't here.
    """
    places = places or KitPlaces()
    kits = {kit.suite: kit for kit in list_kits()}
    chosen: dict[tuple[str, str], KitWorkload] = {}
    for selector in selectors:
        suite, _, name = selector.rpartition("/")
        if suite not in kits:
            continue
        found = find_kit(kits[suite], places)
        if name != "*":
            chosen[suite, name] = find_kit_workload(suite, name, places)
            require_benchmark(found, name)
            continue
        for workload in list_official(places):
            has_it = found.benchmarks is None or workload.name in found.benchmarks
            if workload.suite == suite and has_it:
                chosen[suite, workload.name] = workload
    return list(chosen.values())
