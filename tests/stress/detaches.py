"""Attaches to a server under load, and disturbs or ends the attach at a random moment.

After each case, the server must answer as before, and the next attach must work. An attach may
print at most one line about its failure. The recording must become a profile or be recoverable,
and nothing may be left behind.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import kpath_command as kpath
from builders.waiting import wait_for
from kpath_jvm import Profile
from loaded_server import Answer, Belongings

from .attached import Attach, Field, field_of
from .harness import StressError
from .windows import judge_recovered, judge_window

#: The number of cases in a round. The cases share a server, until a case ends the server.
IN_A_ROUND = 10
#: The status of a program that Ctrl-C ended.
_INTERRUPTED = 130
_LONGEST_STOP_SECONDS = 3.0
#: For each stage, the latest moment of a deed, in seconds after the stage began.
_LATEST = {"starting": 1.0, "loading": 1.5, "recording": 1.5, "leaving": 0.5}


class Deed(Enum):
    """What is done, and to which process."""

    INTERRUPT = "Ctrl-C"
    TERMINATE = "SIGTERM"
    KILL = "SIGKILL of attach"
    TARGET = "SIGKILL of the target"
    EXIT = "System.exit in the target"
    RIVAL = "two attaches at once"
    STOP = "attach stopped and continued"
    STAND = "target stopped and continued"
    CONTROL = "ctl"


_VERBS = ("status", "dump", "reset", "stop", "start")
_WEIGHTS = {Deed.CONTROL: 2, Deed.KILL: 4, Deed.INTERRUPT: 3, Deed.TERMINATE: 2}


@dataclass(frozen=True)
class Case:
    """A case, completely determined by its seed."""

    seed: int
    deed: Deed
    stage: str
    seconds: float
    stopped: float
    options: tuple[str, ...]
    verbs: tuple[str, ...] = ()

    @staticmethod
    def of(seed: int) -> Case:
        """Returns the case of a seed."""
        choose = random.Random(seed)
        deeds = list(Deed)
        deed = choose.choices(deeds, weights=[_WEIGHTS.get(it, 1) for it in deeds])[0]
        stage = choose.choices(list(_LATEST), weights=[1, 3, 3, 3])[0]
        few = ("--include", "server.*") if choose.random() < 0.5 else ()
        scope = ("--scope", "loops") if choose.random() < 0.3 and not few else ()
        size = ("--segment-size", choose.choice(["16M", "48M"])) if choose.random() < 0.5 else ()
        return Case(
            seed,
            deed,
            stage,
            choose.uniform(0, _LATEST[stage]),
            choose.uniform(0.5, _LONGEST_STOP_SECONDS),
            ("-k", str(choose.choice([2, 4, 8])), *few, *scope, *size),
            tuple(choose.choices(_VERBS, k=3)) if deed is Deed.CONTROL else (),
        )

    @property
    def ends_target(self) -> bool:
        """Whether the deed ends the server."""
        return self.deed in (Deed.TARGET, Deed.EXIT)

    @property
    def gives_up(self) -> bool:
        """Whether the deed sends the attach a second signal, so that the profile is given up."""
        signals = (Deed.INTERRUPT, Deed.TERMINATE, Deed.STOP, Deed.STAND, Deed.CONTROL)
        return self.stage == "leaving" and self.deed in signals

    def __str__(self) -> str:
        return (
            f"seed {self.seed}: {self.deed.value} {self.seconds:.3f} s into {self.stage}, "
            f"{' '.join(self.options)} {' '.join(self.verbs)}"
        )


@dataclass
class Round:
    """Runs cases one after another on one server.

    If a case ends the server, the next case gets a new server.
    """

    home: Path
    directory: Path
    done: list[str] = field(default_factory=list)
    profiles: Counter[str] = field(default_factory=Counter)
    answers: int = 0

    def run(self, cases: list[Case]) -> str:
        """Runs the cases, and returns a line about them."""
        left = list(cases)
        while left:
            with ExitStack() as kept:
                place = self.directory / f"field{len(self.done)}"
                one = kept.enter_context(field_of(self.home, place))
                while left:
                    case = left.pop(0)
                    self._one(one, case)
                    if case.ends_target:
                        break
                else:
                    self._orderly(one)
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.profiles.most_common())
        return f"{len(cases)} cases, {self.answers:,} answers; {kinds}"

    def _one(self, one: Field, case: Case) -> None:
        self.done.append(str(case))
        try:
            self._do(one, case)
        except (StressError, TimeoutError, OSError) as failure:
            lines = "\n  ".join(self.done[-3:])
            raise StressError(
                f"{self.home.name}: the last of these failed:\n  {lines}\n{failure}"
            ) from None

    def _do(self, one: Field, case: Case) -> None:
        name = f"s{case.seed}"
        attach = Attach(one, name, *case.options)
        rival = Attach(one, f"{name}r", *case.options) if case.deed is Deed.RIVAL else None
        if rival is not None:
            self._rivals(one, attach, rival)
            return
        attach.reach("recording" if case.stage == "leaving" else case.stage)
        if case.stage == "leaving":
            time.sleep(0.3)
            until = time.monotonic_ns()
            attach.signal(signal.SIGINT)
            time.sleep(case.seconds)
        else:
            time.sleep(case.seconds)
            attach.reach(case.stage)
            until = time.monotonic_ns()
        _DEEDS[case.deed](one, attach, case)
        status = attach.wait()
        self._judge(one, attach, status, until, case)

    def _rivals(self, one: Field, first: Attach, second: Attach) -> None:
        both = (first, second)

        def has_begun(it: Attach) -> bool:
            return any("attached to" in line for line in it.said())

        def decided() -> bool | None:
            is_decided = (has_begun(it) or it.process.poll() is not None for it in both)
            return True if all(is_decided) else None

        wait_for(decided, "each attach has begun, or was refused")
        winners = [it for it in both if has_begun(it)]
        if len(winners) != 1:
            raise StressError(f"{len(winners)} attaches record: {first.said()} {second.said()}")
        (loser,) = (it for it in both if it is not winners[0])
        told = loser.errors()
        if loser.wait() != 125 or len(told) != 1 or "recorded already" not in told[0]:
            raise StressError(f"the refused attach: status {loser.wait()}: {loser.said()}")
        winners[0].attached = time.monotonic_ns()
        time.sleep(0.5)
        until = time.monotonic_ns()
        winners[0].signal(signal.SIGINT)
        self._judge(one, winners[0], winners[0].wait(), until, None)

    def _orderly(self, one: Field) -> None:
        attach = Attach(one, "orderly", "-k", "4")
        if not attach.reach("recording"):
            raise StressError(f"the next attach doesn't record: {attach.said()}")
        time.sleep(0.5)
        until = time.monotonic_ns()
        attach.signal(signal.SIGINT)
        one.killed = False
        self._judge(one, attach, attach.wait(), until, None)
        if not attach.profile.is_dir():
            raise StressError(f"no profile: {attach.said()}")

    def _judge(
        self, one: Field, attach: Attach, status: int, until: int, case: Case | None
    ) -> None:
        killed = case is not None and case.deed is Deed.KILL
        if _is_trouble(attach):
            raise StressError(f"status {status}: {attach.said()}")
        if status not in _statuses(case):
            raise StressError(f"status {status}: {attach.said()}")
        if (status == 0) != attach.profile.is_dir() and not killed:
            raise StressError(f"status {status} contradicts the profile: {attach.said()}")
        gone = case is not None and case.ends_target
        answers = _gone(one) if gone else _unharmed(one)
        self.answers += len(answers)
        window = (answers, attach.begun, attach.attached, until)
        left = list(one.segments.iterdir())
        if attach.profile.is_dir():
            self.profiles[judge_window(attach.profile, *window)] += 1
        elif left:
            made = attach.profile.with_name(f"{attach.profile.name}-recovered")
            self.profiles[judge_recovered(left, made, *window)] += 1
        else:
            given_up = case is not None and case.gives_up and status == _INTERRUPTED
            if attach.attached is not None and not given_up:
                raise StressError(f"nothing is left of the recording: {attach.said()}")
            self.profiles["given up" if given_up else "none"] += 1
        if any(one.segments.iterdir()):
            raise StressError(f"left: {list(one.segments.iterdir())}; {attach.said()}")
        # What a killed process has left is removed only when the same directory is used again.
        one.killed = one.killed or killed
        if not one.killed and one.left():
            raise StressError(f"left: {one.left()}; {attach.said()}")


def _is_trouble(attach: Attach) -> bool:
    """Returns whether the attach printed more than one line about its failure."""
    lines = attach.said()
    # Python itself prints a traceback if a signal comes before it has loaded our modules.
    if any("Traceback" in line for line in lines):
        return any("kpath_jvm" in line for line in lines) or len(lines) != len(attach.errors())
    return len(attach.errors()) > 1


def _statuses(case: Case | None) -> set[int]:
    """Returns the statuses with which an attach may end."""
    allowed = {0, 125, _INTERRUPTED}
    if case is not None and case.deed is Deed.KILL:
        allowed.add(-signal.SIGKILL)
    if case is not None and case.stage == "starting":
        # The signal may come before our signal handlers exist.
        allowed |= {-signal.SIGINT, -signal.SIGTERM}
    return allowed


def _unharmed(one: Field) -> list[Answer]:
    """Waits until the agent has left and the server is as before, and returns the answers.

    Raises a StressError if an answer isn't right.
    """

    def beyond() -> str:
        return Belongings.of(one.target.pid).beyond(one.before)

    deadline = time.monotonic() + kpath.TIMEOUT_SECONDS / 5
    while beyond() and time.monotonic() < deadline:
        time.sleep(0.05)
    if beyond():
        raise StressError(f"left in the server: {beyond()}")
    one.requests.settled()
    outcomes = one.requests.outcomes()
    if set(outcomes) != {"right"}:
        raise StressError(f"answers: {outcomes}")
    return one.requests.answers()


def _gone(one: Field) -> list[Answer]:
    """Returns an ended server's right answers. Raises a StressError if an answer is wrong."""
    one.target.process.wait(kpath.TIMEOUT_SECONDS)
    answers = one.requests.answers()
    if any(answer.outcome == "wrong" for answer in answers):
        raise StressError(f"answers: {one.requests.outcomes()}")
    return [answer for answer in answers if answer.outcome == "right"]


def _interrupt(one: Field, attach: Attach, case: Case) -> None:  # noqa: ARG001
    attach.signal(signal.SIGINT)


def _terminate(one: Field, attach: Attach, case: Case) -> None:  # noqa: ARG001
    attach.signal(signal.SIGTERM)


def _kill(one: Field, attach: Attach, case: Case) -> None:  # noqa: ARG001
    attach.signal(signal.SIGKILL)


def _end_target(one: Field, attach: Attach, case: Case) -> None:  # noqa: ARG001
    os.kill(one.target.pid, signal.SIGKILL)


def _exit(one: Field, attach: Attach, case: Case) -> None:  # noqa: ARG001
    def ask() -> None:
        with suppress(OSError):
            one.target.get("exit")

    threading.Thread(target=ask, daemon=True).start()


def _stop(one: Field, attach: Attach, case: Case) -> None:  # noqa: ARG001
    attach.signal(signal.SIGSTOP)
    time.sleep(case.stopped)
    attach.signal(signal.SIGCONT)
    time.sleep(0.2)
    attach.signal(signal.SIGINT)


def _stand(one: Field, attach: Attach, case: Case) -> None:
    os.kill(one.target.pid, signal.SIGSTOP)
    time.sleep(case.stopped)
    os.kill(one.target.pid, signal.SIGCONT)
    time.sleep(0.2)
    attach.signal(signal.SIGINT)


def _control(one: Field, attach: Attach, case: Case) -> None:
    for number, verb in enumerate(case.verbs):
        place = attach.profile.with_name(f"{attach.profile.stem}-{number}.kpath")
        words = ("ctl", str(one.target.pid), verb, *(("-o", str(place)) if verb == "dump" else ()))
        done = kpath.run(*words, directory=one.directory, extra=one.environment)
        lines = done.stderr.decode().splitlines()
        if done.returncode not in (0, 2) or len(lines) > 1 or "Traceback" in done.stderr.decode():
            raise StressError(f"ctl {verb}: status {done.returncode}, {lines}")
        if verb == "dump" and done.returncode == 0 and Profile.open(place).run.lost_events:
            raise StressError(f"ctl dump: {Profile.open(place).run.completeness}")
    if {"reset", "stop"} & set(case.verbs):
        # Requests that were answered before a reset or a stop may or may not be counted.
        attach.attached = None
    attach.signal(signal.SIGINT)


_DEEDS: dict[Deed, Callable[[Field, Attach, Case], None]] = {
    Deed.INTERRUPT: _interrupt,
    Deed.TERMINATE: _terminate,
    Deed.KILL: _kill,
    Deed.TARGET: _end_target,
    Deed.EXIT: _exit,
    Deed.STOP: _stop,
    Deed.STAND: _stand,
    Deed.CONTROL: _control,
}
