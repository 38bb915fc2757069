"""With --per-thread, each thread has its own counts, and their sums are the program's counts."""

import subprocess
from collections import Counter
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from oracle.harness import find_java_homes, java_version

K = 4


def expected(*loops: tuple[int, int, int]) -> Counter[tuple[str, ...]]:
    """Returns the n-grams of Crew.work, with a path's branch (+ or ^) in place of its number.

    Each tuple describes equal calls: their number, and the iterations and the shift of a call.
    """
    grams: Counter[tuple[str, ...]] = Counter()
    for times, iterations, shift in loops:
        branch = ["+" if (i + shift) % 3 == 0 else "^" for i in range(iterations)]
        # The first path starts at the entry; the last one ends at the exit.
        sequence = [f"entry{branch[0]}", *branch[1:], "exit"]
        for n in range(1, K + 1):
            for start in range(len(sequence) - n + 1):
                grams[tuple(sequence[start : start + n])] += times
    return grams


def shape(grams: Counter[tuple[str, ...]]) -> list[tuple[int, int]]:
    """Returns each n-gram's length and count, which don't depend on how paths are named."""
    return sorted((len(gram), count) for gram, count in grams.items())


def check(profile: Profile, grams: Counter[tuple[str, ...]]) -> None:
    found = profile.ngrams(profile.find_method("Crew.work"))
    assert sorted(zip(found["length"], found["count"], strict=True)) == shape(grams)


def keyed(profile: Profile) -> Counter[tuple[str, str, tuple[int, ...]]]:
    """Returns the count of each n-gram, by class, method and paths."""
    grams: Counter[tuple[str, str, tuple[int, ...]]] = Counter()
    for number, method in profile.methods.iterrows():
        rows = profile.ngrams(int(number))
        for sequence, count in zip(rows["sequence"], rows["count"], strict=True):
            grams[method["class"], method["name"], sequence] += count
    return grams


def check_all(profile: Profile, titles: list[str], path: Path) -> None:
    """Checks that the threads have the expected names and counts, and that the counts add up."""
    threads = profile.threads
    assert sorted(threads["name"].where(threads["kind"] == "thread", threads["kind"])) == titles
    for worker in range(3):
        check(Profile.open(path, f"worker-{worker}"), expected((20, 100 * (worker + 1), worker)))
    check(Profile.open(path, "short"), expected((10, 10, 0)))
    check(Profile.open(path, "main"), expected((1, 7, 2)))
    total: Counter[tuple[str, str, tuple[int, ...]]] = Counter()
    counted = dict.fromkeys(["entries", "completed", "exits", "abandoned"], 0)
    for number in threads["thread"]:
        part = Profile.open(path, str(number))
        total += keyed(part)
        for column in counted:
            counted[column] += int(part.methods[column].sum())
    assert total == keyed(profile)
    assert counted == {column: int(profile.methods[column].sum()) for column in counted}
    assert int(threads["completed"].sum()) == counted["completed"]


def test_counts_of_threads_add_up(classes: str, tmp_path: Path) -> None:
    arguments = ["run", "--per-thread", "-k", str(K), "-o", "p.kpath"]
    done = kpath.run(*arguments, "--", "java", "-cp", classes, "Crew", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    titles = ["main", "short", "worker-0", "worker-1", "worker-2"]
    check_all(profile, titles, tmp_path / "p.kpath")
    assert b"\nThreads\n" in done.stderr
    shown = kpath.run("report", "p.kpath", "--thread", "short", directory=tmp_path)
    assert b"short: only what it did" in shown.stdout, shown.stderr
    tree = kpath.run("tree", "p.kpath", "Crew.work", "--thread", "main", directory=tmp_path)
    assert b"Crew, thread main\n8 path completions, 1 entry" in tree.stdout, tree.stderr
    for verb in (["report"], ["tree", "Crew.work"], ["export", "--format", "csv"]):
        wrong = kpath.run(verb[0], "p.kpath", *verb[1:], "--thread", "shor", directory=tmp_path)
        assert wrong.returncode == 2
        assert wrong.stderr.startswith(b"kpath-jvm: no thread 'shor'")
        assert wrong.stderr.count(b"\n") == 1


def test_all_virtual_threads_share_one_row(classes: str, tmp_path: Path) -> None:
    recent = [home for home in find_java_homes() if java_version(home) >= 21]
    if not recent:
        pytest.skip("NOT TESTED: virtual threads need JDK 21 or newer")
    java = recent[0] / "bin" / "java"
    arguments = ["run", "--per-thread", "-k", str(K), "-o", "p.kpath", "--no-report"]
    program = ["--", str(java), "-cp", classes, "Crew", "virtual"]
    done = kpath.run(*arguments, *program, directory=tmp_path)
    assert done.returncode == 0, done.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    titles = ["main", "short", "virtual", "worker-0", "worker-1", "worker-2"]
    check_all(profile, titles, tmp_path / "p.kpath")
    (virtual,) = profile.threads[profile.threads["kind"] == "virtual"]["thread"]
    check(Profile.open(tmp_path / "p.kpath", str(virtual)), expected((150, 30, 1)))


def test_the_agent_alone_records_threads_separately(classes: str, tmp_path: Path) -> None:
    agent = f"-javaagent:{require_jars().agent}=output=app.recording,segment-size=16M,threads=apart"
    subprocess.run(
        ["java", agent, "-cp", classes, "Crew"],
        cwd=tmp_path,
        capture_output=True,
        timeout=kpath.TIMEOUT_SECONDS,
        check=True,
    )
    done = kpath.run("build", "app.recording", "-k", str(K), "-o", "p.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    titles = ["main", "short", "worker-0", "worker-1", "worker-2"]
    check_all(Profile.open(tmp_path / "p.kpath"), titles, tmp_path / "p.kpath")


def test_the_option_thread_needs_a_profile_with_threads(classes: str, tmp_path: Path) -> None:
    arguments = ["run", "-q", "--no-report", "-o", "p.kpath"]
    done = kpath.run(*arguments, "--", "java", "-cp", classes, "Crew", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert Profile.open(tmp_path / "p.kpath").threads.empty
    wrong = kpath.run("report", "p.kpath", "--thread", "main", directory=tmp_path)
    assert wrong.returncode == 2
    assert b"record again with --per-thread" in wrong.stderr
