"""Lists the names of the JDK that our classes look up, and the test that exercises each look-up.

Neither javac nor the JVM's linker checks a name in a string. Each of our methods with a look-up has
a row here. test_linkage finds these methods in the class files, and compares the names with each
JDK's class files.
"""

from __future__ import annotations

from dataclasses import dataclass

NEWEST = 1_000


@dataclass(frozen=True)
class Name:
    """A class or member that the JDKs of the releases ``since`` to ``until`` have.

    ``question`` is the line that asks Linkage.java whether a JDK has the class or member.
    """

    question: str
    since: int = 0
    until: int = NEWEST

    def is_due(self, release: int) -> bool:
        """Returns whether a JDK of the given release must have the class or member."""
        return self.since <= release <= self.until


@dataclass(frozen=True)
class Lookup:
    """The look-ups of a method: the names, and the test that fails if a look-up doesn't work.

    ``names`` is empty if the method looks up only our own names, or names that it got from the JDK.
    ``test`` names a file below tests/ and a test in it. The test runs on every JDK, unless it is
    ``UNUSED``.
    """

    names: tuple[Name, ...]
    test: str


def _class(name: str, since: int = 0, until: int = NEWEST) -> Name:
    return Name(f"class {name}", since, until)


def _method(owner: str, name: str, descriptor: str, since: int = 0, until: int = NEWEST) -> Name:
    return Name(f"method {owner} {name} {descriptor}", since, until)


def _field(owner: str, name: str, descriptor: str, since: int = 0, until: int = NEWEST) -> Name:
    return Name(f"field {owner} {name} {descriptor}", since, until)


_MATRIX = "integration/test_profilers_on_jdks.py::test_counts_are_those_of_the_trace"
_LOOKUPS = "integration/linkage/test_linkage.py::test_lookups_work"
_EXIT = "integration/test_exit_flush.py::test_no_path_of_the_thread_that_exits_is_missing"
UNUSED = "integration/linkage/test_linkage.py::test_nothing_of_ours_asks_for_fast_lz4"
_AGENT = "org.kpathjvm.agent."
_RUNTIME = "org.kpathjvm.runtime."
_UNSAFE = "jdk/internal/misc/Unsafe"
_THREAD_ID = _field("java/lang/Thread", "tid", "J")
_GET_UNSAFE = _method(_UNSAFE, "getUnsafe", "()Ljdk/internal/misc/Unsafe;")
_SHUTDOWN = (
    _class("java/lang/Shutdown"),
    _method("java/lang/Shutdown", "add", "(IZLjava/lang/Runnable;)V"),
)

#: Maps each method, written with its class, to its look-ups.
LOOKUPS = {
    "net.jpountz.lz4.LZ4Factory.<init>": Lookup((), UNUSED),
    "net.jpountz.lz4.LZ4Factory.classInstance": Lookup((), UNUSED),
    "net.jpountz.util.UnsafeUtils.<clinit>": Lookup(
        (_field("sun/misc/Unsafe", "theUnsafe", "Lsun/misc/Unsafe;"),), UNUSED
    ),
    "net.jpountz.xxhash.XXHashFactory.classInstance": Lookup((), UNUSED),
    _AGENT + "Attachment.isOutOfProbes": Lookup((), _MATRIX),
    # The next two methods look nothing up: their strings are prefixes of class names.
    _AGENT + "ClassFilter.never": Lookup((), _MATRIX),
    "org.kpathjvm.core.instrument.callers.CallerScheme.<clinit>": Lookup((), _MATRIX),
    _AGENT + "EarlierClasses.anyOfTheApplication": Lookup(
        (_class("jdk/internal/loader/ClassLoaders$AppClassLoader"),), _LOOKUPS
    ),
    _AGENT + "EarlierClasses.defined": Lookup(
        (_field("java/lang/ClassLoader", "classes", "Ljava/util/ArrayList;", since=17),), _LOOKUPS
    ),
    _AGENT + "ExitFlush$Frames.<init>": Lookup(
        (
            _method(
                "java/lang/LiveStackFrame", "getStackWalker",
                "(Ljava/util/Set;)Ljava/lang/StackWalker;",
            ),
            _method("java/lang/LiveStackFrame", "getLocals", "()[Ljava/lang/Object;"),
            _method("java/lang/LiveStackFrame$PrimitiveSlot", "longValue", "()J"),
        ),
        _EXIT,
    ),
    _AGENT + "ExitFlush.register": Lookup(_SHUTDOWN, _EXIT),
    _AGENT + "InlineRecording.atLast": Lookup(
        _SHUTDOWN,
        "integration/test_inline_profilers.py::test_what_hooks_and_daemons_do_is_counted",
    ),
    _AGENT + "InlineTables.isInProbe": Lookup((), _MATRIX),
    _AGENT + "InliningFlags.arguments": Lookup(
        (
            _class("jdk/internal/misc/VM"),
            _method("jdk/internal/misc/VM", "getRuntimeArguments", "()[Ljava/lang/String;"),
        ),
        "integration/test_inlining_limits.py::test_limits_come_from_the_jvms_flags_unless_run_sets_them",
    ),
    _AGENT + "RecordingDescription.write": Lookup((), _MATRIX),
    _AGENT + "PathTransformer.prepare": Lookup((), _MATRIX),
    _AGENT + "RecorderInstaller.set": Lookup((_field("java/nio/Buffer", "address", "J"),), _MATRIX),
    _AGENT + "RuntimeClasses.create": Lookup((), _MATRIX),
    _AGENT + "RuntimeClasses.find": Lookup((), _MATRIX),
    _AGENT + "RuntimeClasses.initialise": Lookup((), _MATRIX),
    _AGENT + "RuntimeClasses.internalName": Lookup((), _MATRIX),
    _AGENT + "RuntimeClasses.open": Lookup((), _MATRIX),
    _AGENT + "RuntimeClasses.reset": Lookup((), _MATRIX),
    _AGENT + "RuntimeClasses.set": Lookup((), _MATRIX),
    # This method replaces calls of currentThread in a class file with calls of
    # currentCarrierThread.
    _AGENT + "RuntimeClasses.renamed": Lookup(
        (_method("java/lang/Thread", "currentCarrierThread", "()Ljava/lang/Thread;", since=19),),
        _MATRIX,
    ),
    _AGENT + "ThreadClasses.carrierClass": Lookup(
        (_class("jdk/internal/misc/CarrierThread", since=19),), _LOOKUPS
    ),
    _AGENT + "ThreadClasses.yieldHandle": Lookup(
        (
            _method("java/lang/Thread", "yield0", "()V", since=19),
            _method("java/lang/Thread", "yield", "()V"),
        ),
        _LOOKUPS,
    ),
    _AGENT + "attach.LiveCode.hasVirtualThreads": Lookup(
        (
            _class("java/lang/VirtualThread$VThreadContinuation", since=21),
            _class("java/lang/ThreadBuilders", since=21),
            _class("jdk/internal/vm/Continuation$Pinned", since=21),
        ),
        _LOOKUPS,
    ),
    _AGENT + "attach.ProbesInUse.isAny": Lookup(
        (_method("jdk/internal/vm/Continuation", "run", "()V", since=21),), _LOOKUPS
    ),
    _AGENT + "attach.Unmapping.unmap": Lookup(
        (_GET_UNSAFE, _method(_UNSAFE, "invokeCleaner", "(Ljava/nio/ByteBuffer;)V")), _LOOKUPS
    ),
    _AGENT + "hot.StackSampler.<init>": Lookup(
        (
            _method("java/lang/Thread", "getThreads", "()[Ljava/lang/Thread;"),
            _method(
                "java/lang/Thread", "dumpThreads",
                "([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;",
            ),
            _method("java/lang/Thread", "getState", "()Ljava/lang/Thread$State;"),
        ),
        _LOOKUPS,
    ),
    _AGENT + "process.JvmCommand.open": Lookup((), _LOOKUPS),
    _AGENT + "process.JvmCommand.run": Lookup(
        (
            _class("com/sun/management/internal/PlatformMBeanProviderImpl"),
            _method(
                "com/sun/management/internal/DiagnosticCommandImpl", "executeDiagnosticCommand",
                "(Ljava/lang/String;)Ljava/lang/String;",
            ),
            _GET_UNSAFE,
            _method(_UNSAFE, "allocateInstance", "(Ljava/lang/Class;)Ljava/lang/Object;"),
        ),
        _LOOKUPS,
    ),
    "org.kpathjvm.core.instrument.options.InstrumentOptions.<init>": Lookup((), _MATRIX),
    _RUNTIME + "inline.Threads.<clinit>": Lookup((_THREAD_ID,), _MATRIX),
    _RUNTIME + "layout.LayoutExport.constants": Lookup((), _MATRIX),
    _RUNTIME + "recorder.Probes.<clinit>": Lookup((_THREAD_ID,), _MATRIX),
    _RUNTIME + "recorder.WrittenTrips.<clinit>": Lookup((_THREAD_ID,), _MATRIX),
    _RUNTIME + "threads.SpinLock.<clinit>": Lookup((_THREAD_ID,), _MATRIX),
    _RUNTIME + "threads.ThreadField.<clinit>": Lookup(
        (
            _class("java/lang/Thread$FieldHolder", since=19),
            _field("java/lang/Thread", "holder", "Ljava/lang/Thread$FieldHolder;", since=19),
        ),
        _LOOKUPS,
    ),
    _RUNTIME + "threads.ThreadField.offset": Lookup(
        (
            _field("java/lang/Thread", "stackSize", "J", until=18),
            _field("java/lang/Thread$FieldHolder", "stackSize", "J", since=19),
        ),
        _LOOKUPS,
    ),
    _RUNTIME + "windows.Window.<clinit>": Lookup((), _MATRIX),
    # ASM calls this method only for the flag COMPUTE_FRAMES, which none of our ClassWriters has:
    # they keep the frames of the original class file.
    "org.kpathjvm.shaded.asm.ClassWriter.getCommonSuperClass": Lookup((), _MATRIX),
}  # fmt: skip
