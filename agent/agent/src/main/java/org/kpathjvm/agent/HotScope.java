package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.kpathjvm.agent.hot.CodeList;
import org.kpathjvm.agent.hot.CompilationLog;
import org.kpathjvm.agent.hot.HotLines;
import org.kpathjvm.agent.hot.HotMethods;
import org.kpathjvm.agent.hot.StackLook;
import org.kpathjvm.agent.hot.StackSampler;
import org.kpathjvm.agent.process.OwnThread;

/**
 * The thread that finds hot methods while the program runs, and has their classes transformed
 * again. Whatever goes wrong, the program goes on as it is.
 */
final class HotScope implements Runnable {
  private static final String LOG_FILE = "compilations.log";

  /** Between looks at stacks, and at the log when no method waits. */
  private static final long LOOK_NANOS = 10_000_000;

  private static final long LOG_NANOS = 25_000_000;

  /** A look stops the program for that time at most, and takes one part in so many of its time. */
  private static final long NANOS_PER_LOOK = 100_000;

  private static final long NANOS_PER_FRAME = 2_000;
  private static final int LOOKING_PART = 50;

  /** Behind a change the thread rests for so many times what that took. */
  private static final int CHANGING_PART = 3;

  /** Between changes of what was hot before: many classes at once stop the program less often. */
  private static final long FIRST_NANOS = 250_000_000;

  private final Instrumentation instrumentation;
  private final PathTransformer transformer;
  private final HotLines lines;
  private final RecorderControl recorder;
  private final BooleanSupplier recording;
  private final CompilationLog compilations;

  /** Whether the program ran before, so that methods may be hot already. */
  private final boolean isAttached;

  private final AgentLog log;
  private final long started = System.nanoTime();
  private final HotMethods methods = new HotMethods();

  /** The classes of the names that have hot methods. */
  private final Map<String, List<Class<?>>> types = new HashMap<>();

  /** Names of classes out of scope. */
  private final Set<String> foreign = new HashSet<>();

  /** Whether what was hot before isn't instrumented yet. */
  private final CountDownLatch first = new CountDownLatch(1);

  private long changeAfter = started;
  private Thread thread;
  private boolean ends;

  private HotScope(
      Instrumentation instrumentation,
      PathTransformer transformer,
      HotLines lines,
      CompilationLog compilations,
      boolean isAttached,
      RecorderControl recorder,
      BooleanSupplier recording,
      AgentLog log) {
    this.compilations = compilations;
    this.isAttached = isAttached;
    this.instrumentation = instrumentation;
    this.transformer = transformer;
    this.lines = lines;
    this.recorder = recorder;
    this.recording = recording;
    this.log = log;
  }

  /**
   * Has the JVM say what it compiles: before the program runs, or the first class of it is changed,
   * at which HotSpot drops all code that it has compiled.
   *
   * @param directory for a file that is there for a moment
   * @param isAttached whether the program ran before, so that some had been compiled
   * @return null if this JVM doesn't say it
   */
  static CompilationLog listen(
      Instrumentation instrumentation, Path directory, boolean isAttached, AgentLog log) {
    CompilationLog compilations;
    try {
      compilations = CompilationLog.open(instrumentation, directory.resolve(LOG_FILE));
    } catch (IOException none) {
      log.line("scope=hot finds no hot methods: " + none.getMessage());
      return null;
    }
    if (isAttached) {
      try {
        compilations.beginWith(CodeList.read(instrumentation));
      } catch (IOException none) {
        log.line("scope=hot doesn't know what was hot before: " + none.getMessage());
      }
    }
    return compilations;
  }

  /**
   * Starts it.
   *
   * @param compilations {@link #listen}'s
   * @param isAttached whether methods may be hot already; then {@link #end} is for the caller to
   *     call
   * @param recording whether what the program does is still recorded
   * @return null if this JVM doesn't say what it compiles
   */
  static HotScope start(
      Instrumentation instrumentation,
      PathTransformer transformer,
      MetadataWriter metadata,
      CompilationLog compilations,
      boolean isAttached,
      RecorderControl recorder,
      BooleanSupplier recording,
      AgentLog log) {
    HotLines lines = new HotLines(transformer::leaveOut, metadata::append, log);
    if (compilations == null) {
      return null;
    }
    HotScope scope =
        new HotScope(
            instrumentation,
            transformer,
            lines,
            compilations,
            isAttached,
            recorder,
            recording,
            log);
    scope.thread = OwnThread.start("kpath-hot", scope);
    return scope;
  }

  /** Waits until what was hot before is instrumented, which takes a moment, or can't be. */
  void awaitFirst() {
    while (true) {
      try {
        first.await();
        return;
      } catch (InterruptedException somebodyInterruptsAllThreads) {
        // It isn't long.
      }
    }
  }

  /** No more methods are instrumented, and the thread is over. */
  void end() {
    synchronized (this) {
      ends = true;
      notifyAll();
    }
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException somebodyInterruptsAllThreads) {
        // It isn't long.
      }
    }
  }

  @Override
  public void run() {
    if (transformer.filter.mayIncludeJdk()) {
      // This thread runs some of these classes; it isn't the program's.
      recorder.suspendThread();
    }
    try {
      work();
    } catch (IOException | ReflectiveOperationException | RuntimeException failure) {
      log.failure("scope=hot no longer finds hot methods", failure);
    } catch (OutOfMemoryError full) {
      log.line("scope=hot no longer finds hot methods: " + full);
    } finally {
      first.countDown();
    }
  }

  private void work() throws IOException, ReflectiveOperationException {
    StackSampler sampler = new StackSampler();
    if (isAttached) {
      changeAfter = started + FIRST_NANOS;
    }
    while (recording.getAsBoolean() && !isEnding()) {
      methods.compiled(compilations.read());
      long cost = LOG_NANOS;
      resolve();
      if (!methods.pending().isEmpty()) {
        StackLook look = sampler.look();
        methods.look(look);
        if (System.nanoTime() - changeAfter >= 0) {
          change();
        }
        cost = NANOS_PER_LOOK + NANOS_PER_FRAME * look.frameCount();
        cost = Math.max(LOOK_NANOS, LOOKING_PART * cost);
      }
      if (!methods.isAnyFoundPending()) {
        first.countDown();
      }
      sleep(cost);
    }
  }

  private synchronized boolean isEnding() {
    return ends;
  }

  private synchronized void sleep(long nanos) {
    try {
      if (!ends) {
        wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
      }
    } catch (InterruptedException somebodyInterruptsAllThreads) {
      // Nobody may end this; the next round comes early.
    }
  }

  /** Finds the classes of hot methods, and drops what isn't in scope. */
  private void resolve() {
    Map<String, Set<String>> inLoops = methods.newlyHotInLoops();
    Set<String> pending = methods.pending();
    pending.removeAll(types.keySet());
    Set<String> names = new HashSet<>(pending);
    names.addAll(inLoops.keySet());
    // Whether it is the JDK's isn't known by name.
    names.removeIf(
        name ->
            foreign.contains(name)
                || transformer.filter.judge(name, false) != ClassFilter.Verdict.INSTRUMENT);
    Map<String, List<Class<?>>> found = names.isEmpty() ? Map.of() : loaded(names);
    for (String name : names) {
      if (found.get(name).isEmpty()) {
        foreign.add(name);
      } else if (inLoops.containsKey(name)) {
        lines.inLoop(found.get(name).get(0), inLoops.get(name));
      }
    }
    for (String name : pending) {
      List<Class<?>> ofName = found.getOrDefault(name, List.of());
      if (ofName.isEmpty()) {
        methods.drop(name);
      } else {
        types.put(name, ofName);
      }
    }
  }

  /** The loaded classes of each of the names that are in scope and may be changed. */
  private Map<String, List<Class<?>>> loaded(Set<String> names) {
    Map<String, List<Class<?>>> found = new HashMap<>();
    for (String name : names) {
      found.put(name, new ArrayList<>());
    }
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      List<Class<?>> ofName = type.isArray() ? null : found.get(type.getName());
      if (ofName != null
          && transformer.isAskedFor(type)
          && instrumentation.isModifiableClass(type)) {
        ofName.add(type);
      }
    }
    return found;
  }

  /** Instruments the hot methods of all classes that may be changed, and lists those held up. */
  private void change() {
    long begun = System.nanoTime();
    Map<Class<?>, Set<String>> found = new HashMap<>();
    for (String name : methods.pending()) {
      Set<String> heldUp = methods.heldUp(name);
      if (!heldUp.isEmpty()) {
        lines.heldUp(types.get(name).get(0), heldUp);
      }
      Set<String> hot = methods.take(name);
      if (!hot.isEmpty()) {
        types.remove(name).forEach(type -> found.put(type, hot));
      }
    }
    if (!found.isEmpty()) {
      instrument(found);
      long now = System.nanoTime();
      changeAfter = now + (first.getCount() > 0 ? FIRST_NANOS : CHANGING_PART * (now - begun));
    }
  }

  private void instrument(Map<Class<?>, Set<String>> found) {
    List<Class<?>> types = new ArrayList<>(found.keySet());
    for (Class<?> type : types) {
      transformer.hot.want(type, found.get(type));
    }
    try {
      instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
      listSince(types);
    } catch (UnmodifiableClassException
        | LinkageError
        | InternalError
        | UnsupportedOperationException refused) {
      // All at once, or none: the others may do alone.
      for (Class<?> type : types) {
        instrumentAlone(type, found.get(type));
      }
    }
  }

  private void instrumentAlone(Class<?> type, Set<String> names) {
    try {
      instrumentation.retransformClasses(type);
      listSince(List.of(type));
    } catch (UnmodifiableClassException
        | LinkageError
        | InternalError
        | UnsupportedOperationException refused) {
      transformer.hot.unwant(type, names);
      lines.refused(type, refused);
    }
  }

  private void listSince(List<Class<?>> changed) {
    List<Integer> firstIds = new ArrayList<>();
    for (Class<?> type : changed) {
      firstIds.addAll(transformer.hot.newFirstIds(type));
    }
    lines.since(firstIds);
  }
}
