package org.kpathjvm.agent.hot;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.kpathjvm.agent.process.OwnThread;

/**
 * Finds hot methods while the program runs, and has their classes transformed again. This is done
 * by a thread of the agent. Whatever goes wrong, the program goes on as it is.
 */
public final class HotScope implements OwnThread.Work {
  /** The recording that hot methods are found for. */
  public interface Recording {
    /** Returns whether what the program does is still recorded. */
    boolean goesOn();

    /**
     * Returns whether the scope may include a class of that name. The name alone doesn't tell
     * whether a class is the JDK's.
     */
    boolean mayHave(String className);

    /** Returns whether the scope includes a loaded class. */
    boolean has(Class<?> type);

    /** Excludes the calling thread, which isn't the program's, from the recording. */
    void suspendThread();

    /** Logs a failure. */
    void failed(String what, Throwable why);
  }

  /** The shortest time between looks at stacks. */
  private static final long LOOK_NANOS = 10_000_000;

  /** The time between looks at the log when no method waits. */
  private static final long LOG_NANOS = 25_000_000;

  /**
   * A look stops the program for at most this long, plus {@link #NANOS_PER_FRAME} for each frame.
   */
  private static final long NANOS_PER_LOOK = 100_000;

  private static final long NANOS_PER_FRAME = 2_000;

  /** Looks take at most 1 / LOOKING_PART of the time. */
  private static final int LOOKING_PART = 50;

  /** After a change, the thread rests for this many times as long as the change took. */
  private static final int CHANGING_PART = 3;

  /**
   * The time between changes while methods that were hot before aren't instrumented yet. Changing
   * many classes at once stops the program less often.
   */
  private static final long FIRST_NANOS = 250_000_000;

  private final Recording recording;
  private final CompilationLog compilations;
  private final HotTypes types;
  private final HotChanges changes;
  private final HotMethods methods = new HotMethods();

  /** Null until the thread has begun. */
  private StackSampler sampler;

  /** Keeps {@link #awaitFirst} waiting until the methods that were hot before are instrumented. */
  private final CountDownLatch first = new CountDownLatch(1);

  private long changeAfter = System.nanoTime();
  private Thread thread;
  private boolean ends;

  private HotScope(
      Recording recording, CompilationLog compilations, HotTypes types, HotChanges changes) {
    this.recording = recording;
    this.compilations = compilations;
    this.types = types;
    this.changes = changes;
  }

  /**
   * Starts the thread. If the agent is to leave the program again, the caller calls {@link #end}.
   *
   * @param compilations what the JVM compiles
   * @param classes instruments the hot methods of a class that is retransformed
   */
  public static HotScope start(
      Instrumentation instrumentation,
      Recording recording,
      CompilationLog compilations,
      HotClasses classes,
      HotLines lines) {
    HotTypes types = new HotTypes(instrumentation, recording, lines);
    HotChanges changes = new HotChanges(instrumentation, classes, lines);
    HotScope scope = new HotScope(recording, compilations, types, changes);
    // What a round that failed has read of the log is lost, so there is no second attempt.
    scope.thread = OwnThread.start("kpath-hot", 0, scope);
    return scope;
  }

  /**
   * Waits until the methods that were hot before are instrumented, or can't be. This takes a
   * moment.
   */
  public void awaitFirst() {
    while (true) {
      try {
        first.await();
        return;
      } catch (InterruptedException somebodyInterruptsAllThreads) {
        // The wait goes on, because it isn't long.
      }
    }
  }

  /** Ends the thread. After that, no more methods are instrumented. */
  public void end() {
    synchronized (this) {
      ends = true;
      notifyAll();
    }
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException somebodyInterruptsAllThreads) {
        // The wait goes on, because it isn't long.
      }
    }
  }

  @Override
  public boolean round() throws IOException, ReflectiveOperationException {
    if (sampler == null) {
      begin();
    }
    if (!recording.goesOn() || isEnding()) {
      first.countDown();
      return false;
    }
    methods.compiled(compilations.read());
    long cost = LOG_NANOS;
    types.resolve(methods);
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
    return true;
  }

  private void begin() throws ReflectiveOperationException {
    recording.suspendThread();
    if (compilations.programRanBefore()) {
      changeAfter += FIRST_NANOS;
    }
    sampler = new StackSampler();
  }

  @Override
  public void giveUp(Throwable why) {
    first.countDown();
    recording.failed("scope=hot no longer finds hot methods", why);
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
      // An interrupt must not end the thread. The next round just begins early.
    }
  }

  /** Instruments the hot methods of all classes that may be changed. */
  private void change() {
    long begun = System.nanoTime();
    Map<Class<?>, Set<String>> found = types.take(methods);
    if (!found.isEmpty()) {
      changes.instrument(found);
      long now = System.nanoTime();
      changeAfter = now + (first.getCount() > 0 ? FIRST_NANOS : CHANGING_PART * (now - begun));
    }
  }
}
