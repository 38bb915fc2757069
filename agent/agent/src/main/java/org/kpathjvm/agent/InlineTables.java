package org.kpathjvm.agent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** An inline profiler's tables, as the agent takes them out when the program ends. */
final class InlineTables {
  static final String CONTROL = "Control";

  /** How long to wait for a thread to leave a probe; one that is suspended never does. */
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final RecorderControl control;
  private final MethodHandle reason;
  private final MethodHandle recordedThreads;
  private final MethodHandle totals;
  private final MethodHandle counters;
  private final MethodHandle nextRows;

  InlineTables(RuntimeClasses classes) throws ReflectiveOperationException {
    control = classes.control(CONTROL, 0);
    reason = classes.find(CONTROL, "reason", MethodType.methodType(String.class));
    recordedThreads =
        classes.find(CONTROL, "recordedThreads", MethodType.methodType(Thread[].class));
    totals = classes.find(CONTROL, "totals", MethodType.methodType(Map.class));
    counters = classes.find(CONTROL, "counters", MethodType.methodType(long[].class));
    nextRows = classes.find(CONTROL, "nextRows", MethodType.methodType(long[].class));
  }

  RecorderControl control() {
    return control;
  }

  /**
   * Ends the recording and waits until no thread is in a probe.
   *
   * @return whether that has come about
   */
  boolean end() throws InterruptedException {
    control.endRecording();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    for (Thread thread : (Thread[]) call(recordedThreads)) {
      while (thread != Thread.currentThread() && isInProbe(thread)) {
        if (System.nanoTime() - deadline > 0) {
          return false;
        }
        Thread.sleep(1);
      }
    }
    return true;
  }

  /** A stack is walked at a safepoint, so what the thread had begun before the end is seen. */
  private static boolean isInProbe(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().startsWith(RuntimeClasses.BINARY_PREFIX)) {
        return true;
      }
    }
    return false;
  }

  /** "shutdown" or "memory". */
  String reason() {
    return (String) call(reason);
  }

  /** Figures by the names of inline.json. */
  Map<?, ?> totals() {
    return (Map<?, ?>) call(totals);
  }

  /** Counts of what isn't a path: id and count in turn; id 0 stands for nothing. */
  long[] counters() {
    return (long[]) call(counters);
  }

  /** The next pairs of longs of the profiler's own file. Null: there are no more. */
  long[] nextRows() {
    return (long[]) call(nextRows);
  }

  /**
   * Classes and methods that threads still execute, as pkg.Class.method: what these hold back is in
   * no table.
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

  private static Object call(MethodHandle handle) {
    try {
      return handle.invoke();
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable cannotHappen) {
      throw new IllegalStateException(cannotHappen);
    }
  }
}
