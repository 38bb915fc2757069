package org.kpathjvm.agent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.kpathjvm.agent.calls.SeenClasses;
import org.kpathjvm.agent.options.Profiler;
import org.kpathjvm.agent.windows.WindowWatch;
import org.kpathjvm.runtime.inline.InlineSetup;

/**
 * The agent's access to an inline profiler's tables. The agent reads the tables when the program
 * ends.
 */
final class InlineTables {
  static final String CONTROL = "Control";
  private static final String DECLARED = "DeclaredMethods";
  private static final String WINDOWS = "WindowController";

  /**
   * How long to wait for threads to leave probes. The wait is limited, because a suspended thread
   * never leaves its probe.
   */
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final RecorderControl control;
  private final MethodHandle reason;
  private final MethodHandle recordedThreads;
  private final MethodHandle totals;
  private final MethodHandle counters;
  private final MethodHandle nextRows;

  /**
   * This field, {@link #timeOut} and {@link #takeDone} are null if the profiler doesn't count in
   * path windows.
   */
  private final MethodHandle addWindows;

  /** This field and {@link #shareKey} are null if the profiler can't record paths across calls. */
  private final MethodHandle addClass;

  private final MethodHandle shareKey;

  private final MethodHandle timeOut;
  private final MethodHandle takeDone;

  InlineTables(RuntimeClasses classes, Profiler profiler) throws ReflectiveOperationException {
    control = classes.control(CONTROL, profiler.hasFlatTables() ? InlineSetup.TABLE_IDS : 0);
    reason = classes.find(CONTROL, "reason", MethodType.methodType(String.class));
    recordedThreads =
        classes.find(CONTROL, "recordedThreads", MethodType.methodType(Thread[].class));
    totals = classes.find(CONTROL, "totals", MethodType.methodType(Map.class));
    counters = classes.find(CONTROL, "counters", MethodType.methodType(long[].class));
    nextRows = classes.find(CONTROL, "nextRows", MethodType.methodType(long[].class));
    boolean calls = profiler == Profiler.OL;
    addClass =
        calls
            ? classes.find(
                DECLARED,
                "add",
                MethodType.methodType(void.class, ClassLoader.class, String.class, long[].class))
            : null;
    shareKey =
        calls
            ? classes.find(DECLARED, "share", MethodType.methodType(void.class, int.class))
            : null;
    boolean windows = profiler.hasWindows();
    addWindows =
        windows
            ? classes.find(
                WINDOWS, "add", MethodType.methodType(void.class, int[].class, long.class))
            : null;
    timeOut =
        windows
            ? classes.find(WINDOWS, "timeOut", MethodType.methodType(void.class, long.class))
            : null;
    takeDone =
        windows ? classes.find(WINDOWS, "takeDone", MethodType.methodType(int[].class)) : null;
  }

  RecorderControl control() {
    return control;
  }

  /**
   * Ends the recording and waits until no thread is in a probe, but at most {@link
   * #PATIENCE_NANOS}.
   *
   * @return false if a thread didn't leave its probe in time
   */
  boolean end() {
    control.endRecording();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    for (Thread thread : (Thread[]) call(recordedThreads)) {
      while (thread != Thread.currentThread() && isInProbe(thread)) {
        if (System.nanoTime() - deadline > 0) {
          return false;
        }
        rest();
      }
    }
    return true;
  }

  private static void rest() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException theProgramsThread) {
      // The thread that ends the JVM may be interrupted. The tables must be written even then.
      Thread.yield();
    }
  }

  /**
   * Returns whether a thread is in a probe. The JVM stops the thread while it reads the thread's
   * stack, so no probe that began before the recording's end is missed.
   */
  private static boolean isInProbe(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().startsWith(RuntimeClasses.BINARY_PREFIX)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns why the recording ended: "shutdown" if the JVM is ending, "memory" if the tables needed
   * more memory than they may take.
   */
  String reason() {
    return (String) call(reason);
  }

  /** Returns the recording's figures, by the names that they have in inline.json. */
  Map<?, ?> totals() {
    return (Map<?, ?>) call(totals);
  }

  /**
   * Returns the counts of everything that isn't a path, as pairs of an id and a count. An id of 0
   * means that the pair is unused.
   */
  long[] counters() {
    return (long[]) call(counters);
  }

  /**
   * Returns the next longs, in pairs, for the file that {@link Profiler#tablesFile} names; null
   * when there are no more.
   */
  long[] nextRows() {
    return (long[]) call(nextRows);
  }

  /**
   * Returns the methods that threads are executing, as pkg.Class.method. The paths that the
   * activations of these methods hold back aren't in any table.
   */
  static Set<String> running() {
    Set<String> running = new TreeSet<>();
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      for (StackTraceElement frame : stack) {
        running.add(frame.getClassName() + "." + frame.getMethodName());
      }
    }
    return running;
  }

  /**
   * Adds a method's path windows.
   *
   * @param graphs three ints for each window. A window counts the paths of one graph, which is the
   *     whole method or one level of its loops. The ints are the id of the graph's path 0, the
   *     number of the graph's paths, and the index of the enclosing graph (-1 for none)
   * @param threshold how many path completions are counted in the method. Each window gets an equal
   *     share, but at least one completion; 0 means that there is no limit
   */
  void addWindows(int[] graphs, long threshold) {
    call(addWindows, graphs, threshold);
  }

  /**
   * Returns the target's table of the methods that classes declare. Only a profiler that can record
   * paths across calls has this table.
   */
  SeenClasses.Table declaredMethods() {
    return new SeenClasses.Table() {
      @Override
      public void add(ClassLoader loader, String name, long[] methods) {
        call(addClass, loader, name, methods);
      }

      @Override
      public void share(int key) {
        call(shareKey, key);
      }
    };
  }

  WindowWatch.Controller windows() {
    return new WindowWatch.Controller() {
      @Override
      public void timeOut(long nanos) {
        call(timeOut, nanos);
      }

      @Override
      public int[] takeDone() {
        return (int[]) call(takeDone);
      }
    };
  }

  private static Object call(MethodHandle handle, Object... arguments) {
    try {
      return handle.invokeWithArguments(arguments);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable cannotHappen) {
      throw new IllegalStateException(cannotHappen);
    }
  }
}
