"""Describes the machine that trials run on, in full and as a fingerprint."""

import hashlib
import os
import platform
import subprocess
import zipfile
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from kpath_jvm import __version__, installation
from kpath_jvm.evaluation.experiments.planning.benchmarks import digest_of
from kpath_jvm.launch.jdk import Jdk, engine_jdk
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.record import plain


def kpath_version() -> str:
    """Returns kpath-jvm's version and a digest of the jars' contents.

    The digest doesn't depend on when the jars were built.
    """
    jars = installation.require_jars()
    digest = hashlib.sha256()
    for name in installation.JAR_NAMES:
        with zipfile.ZipFile(jars.directory / name) as jar:
            for entry in sorted(jar.infolist(), key=lambda it: it.filename):
                digest.update(f"{entry.filename} {entry.CRC}\n".encode())
    return f"{__version__}+jars.{digest.hexdigest()[:12]}"


def describe_machine(jdks: Iterable[Jdk]) -> dict[str, Any]:
    """Returns what timings depend on, such as CPU, memory, kernel, JVMs and kpath-jvm's version."""
    around = plain(Environment.here(None, engine_jdk().record))
    return {
        "cpu": around["cpu"],
        "memory_bytes": around["memory_bytes"],
        "os": around["os"],
        "kernel": platform.release(),
        "python": around["python"],
        "jvms": [
            {"version": jdk.version, "vendor": jdk.vendor, "home": str(jdk.home)} for jdk in jdks
        ],
        "engine_java": around["engine_java"],
        "kpath_version": kpath_version(),
        "governor": _text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "turbo_off": _text("/sys/devices/system/cpu/intel_pstate/no_turbo"),
        "virtualisation": _virtualisation(),
        "load_average": os.getloadavg()[0],
        "described": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }


def fingerprint(machine: dict[str, Any]) -> str:
    """Returns 16 hex digits that are equal for two trials only if the trials may be pooled.

    The digits are a digest of the CPUs' model and number, the memory's size, the kernel, the
    engine's JVM, kpath-jvm's version, and the number of pinned lanes, if any. The target's JVM
    isn't included, because it belongs to each trial's own settings.
    """
    chosen = {
        key: machine[key]
        for key in ("cpu", "memory_bytes", "kernel", "engine_java", "kpath_version")
    }
    if "pinned_lanes" in machine:
        chosen["pinned_lanes"] = machine["pinned_lanes"]
    return digest_of(chosen)


def git_state(directory: Path | None) -> dict[str, Any] | None:
    """Returns a checkout's commit and whether files differ from it; None without a checkout."""
    if directory is None:
        return None
    commit = _git(directory, "rev-parse", "HEAD")
    changes = _git(directory, "status", "--porcelain", "--untracked-files=no")
    if commit is None or changes is None:
        return None
    return {"commit": commit.strip(), "changed": bool(changes.strip())}


def _git(directory: Path, *arguments: str) -> str | None:
    command = ["git", "--no-optional-locks", "-C", str(directory), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _text(path: str) -> str | None:
    try:
        return Path(path).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None


def _virtualisation() -> str | None:
    vendor = _text("/sys/class/dmi/id/sys_vendor")
    try:
        flags = "hypervisor" in Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        return vendor
    return f"virtual machine ({vendor or 'unknown'})" if flags else vendor
