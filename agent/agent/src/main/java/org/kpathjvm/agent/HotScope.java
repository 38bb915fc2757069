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
import java.util.function.BooleanSupplier;
import org.kpathjvm.agent.hot.CompilationLog;
import org.kpathjvm.agent.hot.HotMethods;
import org.kpathjvm.agent.hot.StackLook;
import org.kpathjvm.agent.hot.StackSampler;
import org.kpathjvm.core.instrument.metadata.SinceLine;
import org.kpathjvm.runtime.json.Utf8Text;

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

  private static final int LINE_BYTES = 256;
  private static final String REMEDY = "--scope loops or all records them from their load on";

  private final Instrumentation instrumentation;
  private final PathTransformer transformer;
  private final MetadataWriter metadata;
  private final RecorderControl recorder;
  private final BooleanSupplier recording;
  private final CompilationLog compilations;
  private final AgentLog log;
  private final long started = System.nanoTime();
  private final HotMethods methods = new HotMethods();

  /** The classes of the names that have hot methods. */
  private final Map<String, List<Class<?>>> types = new HashMap<>();

  /** Names of classes out of scope. */
  private final Set<String> foreign = new HashSet<>();

  private long changeAfter = started;

  private HotScope(
      Instrumentation instrumentation,
      PathTransformer transformer,
      MetadataWriter metadata,
      CompilationLog compilations,
      RecorderControl recorder,
      BooleanSupplier recording,
      AgentLog log) {
    this.compilations = compilations;
    this.instrumentation = instrumentation;
    this.transformer = transformer;
    this.metadata = metadata;
    this.recorder = recorder;
    this.recording = recording;
    this.log = log;
  }

  /**
   * Starts it.
   *
   * @param directory for a file that is there for a moment
   * @param recording whether what the program does is still recorded
   */
  static void start(
      Instrumentation instrumentation,
      PathTransformer transformer,
      MetadataWriter metadata,
      Path directory,
      RecorderControl recorder,
      BooleanSupplier recording,
      AgentLog log) {
    // Says to readers that there may be no methods.
    listSince(metadata, log, List.of(), 0);
    CompilationLog compilations;
    try {
      // Before the program runs: what is compiled earlier isn't in it.
      compilations = CompilationLog.open(instrumentation, directory.resolve(LOG_FILE));
    } catch (IOException none) {
      log.line("scope=hot finds no hot methods: " + none.getMessage());
      return;
    }
    HotScope scope =
        new HotScope(
            instrumentation, transformer, metadata, compilations, recorder, recording, log);
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread thread = new Thread(group, scope, "kpath-hot", 0, false);
    thread.setContextClassLoader(null);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    // With JDK classes included, this thread runs some of them; it isn't the program's.
    recorder.suspendThread();
    try {
      StackSampler sampler = new StackSampler();
      while (recording.getAsBoolean()) {
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
        sleep(cost);
      }
    } catch (IOException | ReflectiveOperationException | RuntimeException failure) {
      log.failure("scope=hot finds no hot methods any more", failure);
    } catch (OutOfMemoryError full) {
      log.line("scope=hot finds no hot methods any more: " + full);
    }
  }

  private static void sleep(long nanos) {
    try {
      Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
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
        transformer.leaveOut(
            found.get(name).get(0),
            "in-a-loop: "
                + String.join(", ", inLoops.get(name))
                + " found hot in the midst of an activation, which isn't recorded; later ones are,"
                + " if HotSpot compiles it for them; "
                + REMEDY);
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
        listHeldUp(types.get(name).get(0), heldUp);
      }
      Set<String> hot = methods.take(name);
      if (!hot.isEmpty()) {
        types.remove(name).forEach(type -> found.put(type, hot));
      }
    }
    if (!found.isEmpty()) {
      instrument(found);
      long now = System.nanoTime();
      changeAfter = now + CHANGING_PART * (now - begun);
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
      log.line("hot methods of class " + type.getName() + " are left as they were: " + refused);
      transformer.leaveOut(type, "its hot methods can't be changed: " + refused);
    }
  }

  private void listSince(List<Class<?>> changed) {
    List<Integer> firstIds = new ArrayList<>();
    for (Class<?> type : changed) {
      firstIds.addAll(transformer.hot.newFirstIds(type));
    }
    if (!firstIds.isEmpty()) {
      // Rounded up: nothing that began later is missing.
      listSince(metadata, log, firstIds, (System.nanoTime() - started) / 1_000_000 + 1);
    }
  }

  private static void listSince(
      MetadataWriter metadata, AgentLog log, List<Integer> firstIds, long millis) {
    Utf8Text line = new Utf8Text(LINE_BYTES);
    SinceLine.append(firstIds, millis, line);
    try {
      metadata.append(line);
    } catch (IOException noSpace) {
      log.failure("can't write since when hot methods are recorded", noSpace);
    }
  }

  private void listHeldUp(Class<?> type, Set<String> names) {
    transformer.leaveOut(
        type,
        "held-up: "
            + String.join(", ", names)
            + " found hot, but not to be changed for a while, as a long loop of the class may have"
            + " been running; "
            + REMEDY);
  }
}
