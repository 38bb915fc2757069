package org.kpathjvm.agent;

import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.kpathjvm.core.instrument.probes.HeldWord;
import org.kpathjvm.core.instrument.relocation.HeldMethod;

/**
 * When {@code System.exit} is called, writes the paths that activations on the calling thread hold
 * back. These paths are complete, but so far they are only in local variables of the stack's
 * frames. After the application's shutdown hooks, the JVM runs its internal hooks on the thread
 * that ends the JVM. This object is such a hook. It reads the thread's frames with their local
 * variables, by means of the JDK's class {@code java.lang.LiveStackFrame}.
 *
 * <p>A frame's method is looked up by its name, its descriptor and the name of its class. If a
 * method was instrumented twice, for instance because two loaders loaded its class, the method's
 * frames are skipped, because it isn't known which path numbers they use. Frames whose local
 * variables don't look as expected are skipped, too.
 */
final class ExitFlush implements Runnable, Consumer<HeldMethod> {
  /** The last of the JVM's ten places for internal hooks. The JDK itself uses the first three. */
  private static final int LAST_HOOK = 9;

  /** Stands for a method that was instrumented more than once. */
  private static final HeldWord AMBIGUOUS = HeldWord.NONE;

  private final Map<String, HeldWord> words = new ConcurrentHashMap<>();
  private final AgentLog log;
  private MethodHandles.Lookup javaLang;
  private RecorderControl recorder;

  /**
   * The recorder's method that writes a word. Its parameters are {@code (long activation, long
   * word, long packing, long trips, int count, int capacity)}.
   */
  private MethodHandle release;

  ExitFlush(AgentLog log) {
    this.log = log;
  }

  /** Notes in which local variables a method's activations hold back paths. */
  @Override
  public void accept(HeldMethod method) {
    if (words.putIfAbsent(method.key, method.word) != null) {
      words.put(method.key, AMBIGUOUS);
    }
  }

  /** Makes the JVM call this object when the JVM ends. */
  void register(MethodHandles.Lookup inJavaLang, RecorderControl control, MethodHandle releasing)
      throws ReflectiveOperationException {
    javaLang = inJavaLang;
    recorder = control;
    release = releasing;
    MethodType type = MethodType.methodType(void.class, int.class, boolean.class, Runnable.class);
    MethodHandle add = javaLang.findStatic(javaLang.findClass("java.lang.Shutdown"), "add", type);
    try {
      add.invokeExact(LAST_HOOK, false, (Runnable) this);
    } catch (Throwable taken) {
      log.failure(
          "the profile will lack the last paths of methods running when System.exit is called",
          taken);
    }
  }

  @Override
  public void run() {
    try {
      if (mayHoldBack()) {
        writeWords();
      }
    } catch (Throwable failure) {
      log.failure(
          "the profile lacks the last paths of methods running when System.exit was called",
          failure);
    }
  }

  /**
   * Returns whether this thread has a frame that may hold paths back. Most threads that end a JVM
   * have no such frame, and looking for one takes less time than reading local variables.
   */
  private boolean mayHoldBack() {
    Set<String> classes = new HashSet<>();
    for (String key : words.keySet()) {
      classes.add(key.substring(0, key.indexOf('.')));
    }
    for (StackTraceElement element : new Throwable().getStackTrace()) {
      if (classes.contains(element.getClassName().replace('.', '/'))) {
        return true;
      }
    }
    return false;
  }

  private void writeWords() throws Throwable {
    List<Held> held = new ArrayList<>();
    boolean isSuspended = recorder.suspendThread();
    try {
      new Frames().collect(held);
    } finally {
      if (isSuspended) {
        recorder.resumeThread();
      }
    }
    for (Held one : held) {
      release.invokeExact(
          one.activation, one.paths, one.word.packing, one.trips, one.tripCount, one.word.capacity);
    }
  }

  /** The current thread's frames with their local variables. */
  private final class Frames {
    private final StackWalker walker;
    private final MethodHandle locals;
    private final MethodHandle longValue;
    private final Class<?> slot;

    Frames() throws Throwable {
      Class<?> live = javaLang.findClass("java.lang.LiveStackFrame");
      slot = javaLang.findClass("java.lang.LiveStackFrame$PrimitiveSlot");
      MethodType type = MethodType.methodType(StackWalker.class, Set.class);
      Set<StackWalker.Option> options = Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE);
      walker = (StackWalker) javaLang.findStatic(live, "getStackWalker", type).invoke(options);
      locals =
          javaLang
              .findVirtual(live, "getLocals", MethodType.methodType(Object[].class))
              .asType(MethodType.methodType(Object[].class, StackFrame.class));
      longValue =
          javaLang
              .findVirtual(slot, "longValue", MethodType.methodType(long.class))
              .asType(MethodType.methodType(long.class, Object.class));
    }

    void collect(List<Held> held) throws Throwable {
      List<StackFrame> frames = new ArrayList<>();
      walker.walk(
          (Function<Stream<StackFrame>, Void>)
              stream -> {
                stream.forEach(frames::add);
                return null;
              });
      for (StackFrame frame : frames) {
        String type = frame.getDeclaringClass().getName().replace('.', '/');
        HeldWord word = words.get(type + "." + frame.getMethodName() + frame.getDescriptor());
        if (word != null) {
          Object[] values = (Object[]) locals.invokeExact(frame);
          if (values.length == word.localCount
              && hasLong(values, word.activationLocal)
              && hasLong(values, word.wordLocal)) {
            Held found = new Held(word);
            found.activation = longIn(values, word.activationLocal);
            found.paths = longIn(values, word.wordLocal);
            // Outside of a counted loop, the variables that count the loop's trips may have no
            // values, because other code doesn't need them.
            if (word.tripsLocal >= 0
                && hasLong(values, word.tripsLocal)
                && slot.isInstance(values[word.tripCountLocal])) {
              found.trips = longIn(values, word.tripsLocal);
              found.tripCount = (int) (long) longValue.invokeExact(values[word.tripCountLocal]);
            }
            held.add(found);
          }
        }
      }
    }

    /**
     * Returns whether a local variable holds a long. A long takes two slots, and its value is in
     * the second one.
     */
    private boolean hasLong(Object[] values, int local) {
      return slot.isInstance(values[local + 1]);
    }

    private long longIn(Object[] values, int local) throws Throwable {
      return (long) longValue.invokeExact(values[local + 1]);
    }
  }

  /** The paths that one frame holds back. */
  private static final class Held {
    final HeldWord word;
    long activation;
    long paths;
    long trips;
    int tripCount;

    Held(HeldWord word) {
      this.word = word;
    }
  }
}
