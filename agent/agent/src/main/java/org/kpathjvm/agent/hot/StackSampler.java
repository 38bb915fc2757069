package org.kpathjvm.agent.hot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at the stacks of platform threads, but never at the stack of the caller's thread. Like
 * {@code Thread.getAllStackTraces}, a look stops the threads at their next safepoint, and they go
 * on immediately afterwards. The class calls no method that the program could override or that a
 * security manager could refuse.
 */
public final class StackSampler {
  private final MethodHandle threads;
  private final MethodHandle dump;
  private final MethodHandle state;

  /**
   * Finds the methods of {@link Thread} that a look needs.
   *
   * @throws ReflectiveOperationException if package java.lang isn't open to the agent, or if {@link
   *     Thread} doesn't have these methods
   */
  public StackSampler() throws ReflectiveOperationException {
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
    threads = lookup.findStatic(Thread.class, "getThreads", MethodType.methodType(Thread[].class));
    dump =
        lookup.findStatic(
            Thread.class,
            "dumpThreads",
            MethodType.methodType(StackTraceElement[][].class, Thread[].class));
    // Subclasses of Thread may override getState, so a look calls Thread's own method.
    state =
        lookup.findSpecial(
            Thread.class, "getState", MethodType.methodType(Thread.State.class), Thread.class);
  }

  /** Looks at the stacks of the platform threads that are running. */
  public StackLook look() {
    return look(false);
  }

  /** Looks at the stacks of all platform threads, whether they are running or not. */
  public StackLook lookAtAll() {
    return look(true);
  }

  private StackLook look(boolean atAll) {
    try {
      Thread[] live = (Thread[]) threads.invokeExact();
      List<Thread> running = new ArrayList<>();
      for (Thread thread : live) {
        if (thread != Thread.currentThread()
            && (atAll || (Thread.State) state.invokeExact(thread) == Thread.State.RUNNABLE)) {
          running.add(thread);
        }
      }
      Map<Thread, List<StackLook.Frame>> stacks = new IdentityHashMap<>();
      if (!running.isEmpty()) {
        Thread[] chosen = running.toArray(new Thread[0]);
        StackTraceElement[][] traces = (StackTraceElement[][]) dump.invokeExact(chosen);
        for (int i = 0; i < chosen.length; i++) {
          // A thread that has ended in the meantime has no stack trace.
          if (traces[i] != null) {
            stacks.put(chosen[i], frames(traces[i]));
          }
        }
      }
      return new StackLook(System.nanoTime() / 1_000_000, List.of(live), stacks);
    } catch (Error | RuntimeException failure) {
      throw failure;
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static List<StackLook.Frame> frames(StackTraceElement[] fromTop) {
    List<StackLook.Frame> frames = new ArrayList<>(fromTop.length);
    for (int i = fromTop.length - 1; i >= 0; i--) {
      StackTraceElement element = fromTop[i];
      frames.add(
          new StackLook.Frame(
              element.getClassName(), element.getMethodName(), element.getLineNumber()));
    }
    return frames;
  }
}
