"""The size of an engine's memory, in bytes, and the number of the engine's threads (workers)."""

import os
import resource
from functools import cache

from kpath_jvm.errors import KpathError
from kpath_jvm.installation import jars, read_contract
from kpath_jvm.recording.sizes import format_size, memory_bytes

# With less memory, too little would be left for the engine's tables.
_LEAST_DEFAULT_BYTES = 64 << 20


def default_workers() -> int:
    """Returns half the number of CPUs, but at least 1 and at most 4. The target needs the rest."""
    return max(1, min(4, len(os.sched_getaffinity(0)) // 2))


def engine_memory_bytes(wanted: int | None) -> int:
    """Returns the engine's memory: ``wanted``, or by default a quarter of the machine's memory.

    The default is at least 64 MiB. It is only a quarter, because writing the profile takes the
    same amount again, and the target needs some memory, too.
    """
    return max(memory_bytes() // 4, _LEAST_DEFAULT_BYTES) if wanted is None else wanted


@cache
def _least_bytes_per_worker() -> int:
    return int(read_contract(jars().contract, "least_engine_bytes")["least_engine_bytes"])


def least_memory_bytes(workers: int) -> int:
    """Returns the least memory that an engine with this many workers accepts.

    Raises KpathError if the jars aren't built.
    """
    return _least_bytes_per_worker() * workers


def is_address_space_limited() -> bool:
    """Returns whether the address space of this process is limited.

    If it is limited, a JVM may fail to start in this process, and the failure ends the process.
    """
    limits = (resource.getrlimit(which)[0] for which in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    return any(limit != resource.RLIM_INFINITY for limit in limits)


def require_memory(wanted: int, workers: int) -> None:
    """Raises KpathError if ``wanted`` is too little for the workers, or more than all memory."""
    least, most = least_memory_bytes(workers), memory_bytes()
    if wanted > most:
        raise KpathError(
            f"an engine memory of {format_size(wanted)} is more than the {format_size(most)} that "
            "this machine or container has; give less with --engine-memory",
            125,
        )
    if wanted < least:
        raise KpathError(
            f"an engine memory of {wanted} bytes is too small: with {workers} "
            f"worker{'s' if workers > 1 else ''} it must be at least {least}; "
            "give more with --engine-memory",
            125,
        )
