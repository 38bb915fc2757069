"""Checks claims about branches against complete random walks, not only against the last k paths."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from builders.wild_walks import Walked, WalkedMethod, walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis import steadiness
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.analysis.settled import basis, foretold
from kpath_jvm.analysis.settled.constant import Constant
from kpath_jvm.analysis.settled.foretold import Foretold
from kpath_jvm.analysis.settled.found import heavy, most_saved, settled_of
from kpath_jvm.analysis.settled.looking_back import Reach
from kpath_jvm.analysis.settled.one_way import OneWay

from .test_looking_back import slowly, steps_of

#: The number of executions that is enough for a claim in these tests, whose walks are short.
FEW = 2
#: Habits of walks. With these, branches decide other branches, or keep their outcomes.
REGULAR = ("just as before", "as at first", "as at first", "turns")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(basis, "LEAST_COUNT", FEW)
    monkeypatch.setattr(basis, "MOST_UNCOMPLETED", 1e9)
    monkeypatch.setattr(foretold, "LEAST_COUNT", FEW)
    # No finding is dismissed as chance.
    monkeypatch.setattr(foretold, "CHANCE", 1e9)
    monkeypatch.setattr(steadiness, "LEAST_COUNT", 1)


def activations(method: WalkedMethod) -> Iterator[list[Walked]]:
    """Yields all completed paths of each activation, including those after exceptions."""
    paths: list[Walked] = []
    for sequence in method.sequences:
        for one in sequence:
            if one.start == "entry" and paths:
                yield paths
                paths = []
            paths.append(one)
    yield paths


def outcomes(method: WalkedMethod, block: int) -> set[int | None]:
    return {to for one in activations(method) for _, at, to in steps_of(one) if at == block}


def around(method: WalkedMethod, block: int, way: int) -> tuple[int, int]:
    """Returns how many bytecodes ran because of an outcome, and how many never ran because of it.

    The first number counts the executed bytecodes in code to which only the branch's outcome
    ``way`` leads. The second number counts the bytecodes in code that never ran and to which only
    the branch's other outcomes lead. A block has four bytecodes.
    """
    executed = Counter(at for one in activations(method) for _, at, _ in steps_of(one))
    code = range(len(method.successors))
    # Blocks that can't be reached at all are in neither number.
    behind = reached(method, None, set()) - reached(method, block, {way})
    others = set(method.successors[block]) - {way}
    beside = reached(method, None, set()) - reached(method, block, others)
    unused = [at for at in code if at in beside and not executed[at]]
    return 4 * sum(executed[at] for at in behind), 4 * len(unused)


def reached(method: WalkedMethod, without: int | None, ways: set[int]) -> set[int]:
    """Returns the blocks that can be reached without the given ways out of block ``without``."""
    found: set[int] = set()
    waiting = [0] if method.handler is None else [0, method.handler]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += [to for to in method.successors[one] if one != without or to not in ways]
    return found


def last_before(
    method: WalkedMethod, given: int, header: int | None, told: int, iterations: int
) -> Iterator[tuple[int | None, int | None]]:
    """Yields pairs: the last outcome of ``given`` before ``told``, and the outcome of ``told``.

    Looks back past exceptions, and as far as necessary.
    """
    own = method.loops[header] if header is not None else set(range(99))
    for paths in activations(method):
        steps = steps_of(paths)
        for at, (_, block, to) in enumerate(steps):
            if block != told:
                continue
            left = iterations
            for before in range(at, -1, -1):
                place, inside, way = steps[before]
                if before < at:
                    if inside not in own:
                        break
                    if inside == given and left == 0:
                        yield way, to
                        break
                is_first = before == 0 or steps[before - 1][0] < place
                if is_first and (paths[place].start, inside) == ("loop", header):
                    left -= 1
                    if left < 0:
                        break


def entries(method: WalkedMethod, header: int, block: int) -> Iterator[list[int | None]]:
    """Yields, for each time that a loop is entered, a branch's outcomes until the loop is left.

    Also yields empty lists for steps outside of the loop.
    """
    for paths in activations(method):
        own: list[int | None] = []
        for _, at, to in steps_of(paths):
            if at not in method.loops[header]:
                yield own
                own = []
            elif at == block:
                own.append(to)
        yield own


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("cut", "seeds"), [("back-edge", (7000, 7060)), ("loop-header", (7000, 7060))]
)
def test_nothing_contradicts_a_claim(tmp_path: Path, cut: str, seeds: tuple[int, int]) -> None:
    met: Counter[str] = Counter()
    for seed in range(*seeds):
        method = walked_method(seed, 40, cut, REGULAR)
        if method is None:
            continue
        directory = tmp_path / str(seed)
        directory.mkdir()
        profile = Profile.open(walked_profile(directory, method, 1 + seed % 8))
        for one in settled_of(profile, 0).branches:
            block = one.branch.block
            met[type(one).__name__] += 1
            if isinstance(one, OneWay):
                assert outcomes(method, block) == {one.branch.targets[one.way]}, seed
                behind, never_run = around(method, block, one.branch.targets[one.way])
                assert one.saved == 4 * one.count
                if cut == "back-edge":
                    assert (one.behind, one.never_run) == (behind, never_run), seed
                else:
                    # It isn't always known to which header the end of a path leads.
                    assert one.behind <= behind, seed
                    assert one.never_run <= never_run, seed
                met["behind"] += one.behind > 0
                met["never run"] += one.never_run > 0
                continue
            header = None if one.loop is None else one.loop.header
            if isinstance(one, Constant):
                assert header is not None
                found = list(entries(method, header, block))
                assert all(len(set(it)) < 2 for it in found), seed
                assert sum(len(it) - 1 for it in found if it) == one.count, seed
                assert len({to for it in found for to in it}) > 1, seed
                continue
            met[f"{one.iterations} iterations"] += 1
            pairs = Counter(last_before(method, one.given.block, header, block, one.iterations))
            real = 0
            for implied in one.implied:
                given = one.given.targets[implied.given]
                rows = {pair: n for pair, n in pairs.items() if pair[0] == given}
                assert set(rows) == {(given, one.branch.targets[implied.way])}, (seed, one)
                # Further pairs of executions may be more than k paths apart.
                assert sum(rows.values()) >= implied.count, (seed, one)
                real += sum(rows.values())
            assert one.count <= real <= one.count + one.unseen, (seed, one)
            met["unseen"] += real > one.count
    assert min(met[name] for name in ("OneWay", "Foretold", "Constant")) > 0, met
    assert min(met["behind"], met["never run"]) > 3, met
    assert met["unseen"] > 0, met


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_the_most_decisive_branch_is_found(tmp_path: Path, cut: str) -> None:
    found = 0
    for seed in range(9000, 9040):
        method = walked_method(seed, 40, cut, REGULAR)
        if method is None:
            continue
        directory = tmp_path / str(seed)
        directory.mkdir()
        k = 2 + seed % 7
        profile = Profile.open(walked_profile(directory, method, k))
        settled = settled_of(profile, 0).branches
        told = {one.branch.block: one.count for one in settled if isinstance(one, Foretold)}
        constant = {one.branch.block for one in settled if isinstance(one, Constant)}
        expected = {
            block: count
            for block, count in most_decided(method, k).items()
            if block not in constant
        }
        assert {block: n for block, n in told.items() if block not in constant} == expected, seed
        found += len(expected)
    assert found > 0


def most_decided(method: WalkedMethod, k: int) -> dict[int, int]:
    """Returns, for each branch, the greatest number of its executions that any one branch decided.

    A branch can also be decided by its own outcome one iteration earlier.
    """
    asking = [b for b, ways in enumerate(method.successors) if len(set(ways)) > 1]
    known = [block for block in asking if is_known(method, block, k)]
    most: dict[int, int] = {}
    for told, given in product(known, repeat=2):
        for header, iterations in loops_of(method, told, given):
            reach = Reach.PREVIOUS if iterations else Reach.ITERATION
            pairs = slowly(method, k, told, given, header, reach)
            count = decided_by(pairs)
            if count > most.get(told, 0):
                most[told] = count
    return most


def is_known(method: WalkedMethod, block: int, k: int) -> bool:
    """Returns whether a branch had several outcomes, and n-grams show each execution's outcome."""
    ways = set()
    for sequence in method.sequences:
        for place, at, to in steps_of(sequence):
            if at != block:
                continue
            one = sequence[place]
            is_open = at == one.blocks[-1] and len(method.ways(at, one.end)) > 1
            if is_open and (place + 1 == len(sequence) or k < 2):
                return False
            ways.add(to)
    return len(ways) > 1


def loops_of(method: WalkedMethod, told: int, given: int) -> Iterator[tuple[int | None, int]]:
    """Yields how to compare two branches: a loop (or None), and the iterations between branches."""

    def around(block: int) -> list[int]:
        found = [header for header, blocks in method.loops.items() if block in blocks]
        return sorted(found, key=lambda it: (len(method.loops[it]), it))

    both = next((it for it in around(told) if it in around(given)), None)
    if told != given:
        yield both, 0
    if both is not None and around(told)[0] == around(given)[0]:
        yield both, 1


def decided_by(pairs: Counter[tuple[int | str, int]]) -> int:
    """Returns the number of executions that the outcome of the given branch decided."""
    rows: dict[int, dict[int, int]] = {}
    for (given, to), count in pairs.items():
        if isinstance(given, int):
            rows.setdefault(given, {})[to] = count
    total = 0
    for given, row in rows.items():
        ((way, count), *more) = row.items()
        others = {to for other, it in rows.items() if other != given for to in it}
        unknown = {to for (it, to) in pairs if it == "unknown"}
        if not more and count >= FEW and others - {way} and not unknown - {way}:
            total += count
    return total


@pytest.mark.usefixtures("few")
def test_only_branches_that_cost_enough_are_heavy(tmp_path: Path) -> None:
    seen = 0
    for seed in range(7000, 7020):
        method = walked_method(seed, 40, among=REGULAR)
        if method is None:
            continue
        directory = tmp_path / str(seed)
        directory.mkdir()
        profile = Profile.open(walked_profile(directory, method, 4))
        costs = Costs(profile)
        whole = select(profile, ALL)
        settled = settled_of(profile, 0).branches
        assert [one for _, one in heavy(whole, costs, 0.0)] == list(settled)
        assert [one.saved for one in settled] == sorted(
            (one.saved for one in settled), reverse=True
        )
        least = 0.1 * costs.total
        found = heavy(whole, costs, 0.1)
        assert {id(one.branch.decision) for _, one in found} <= {
            id(one.branch.decision) for one in settled if most_saved(one) >= least
        }
        assert len(found) == sum(most_saved(one) >= least for one in settled)
        seen += 0 < len(found) < len(settled)
    assert seen > 0
