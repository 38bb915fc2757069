"""The profilers that experiments compare: the agent's own, other projects', and none (native)."""

from kpath_jvm.profilers import PROFILERS as OWN
from kpath_jvm.profilers import Profiler

NATIVE = Profiler("native", "nothing", "native", "#767676")
#: The bare program, run a second time. Differences between the two runs are noise.
NATIVE_AGAIN = Profiler("native-again", "nothing", "native, again", "#C8C8C8")
JACOCO = Profiler("jacoco", "executed branches", "JaCoCo", "#CC79A7", cost=1.4)
ASYNC_PROFILER = Profiler("async-profiler", "samples", "async-profiler", "#F0E442", "----")
JFR = Profiler("jfr", "samples", "JFR", "#FFFFFF", "||||")

NATIVES = (NATIVE.name, NATIVE_AGAIN.name)
#: The profilers by name, in the order of charts and tables.
PROFILERS = {
    one.name: one for one in (NATIVE, NATIVE_AGAIN, *OWN.values(), JACOCO, ASYNC_PROFILER, JFR)
}
#: The profilers that charts of costs compare with native.
COMPARED = tuple(name for name in PROFILERS if name not in NATIVES)
