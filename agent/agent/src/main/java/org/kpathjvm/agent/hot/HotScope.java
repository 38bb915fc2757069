package org.kpathjvm.agent.hot;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.kpathjvm.agent.process.LoadedClasses;
import org.kpathjvm.agent.process.OwnThread;

/**
 * A thread of the agent that finds hot methods while the program runs, and makes the JVM
 * retransform their classes. If the thread fails, the program goes on with the probes that it has.
 */
public final class HotScope implements OwnThread.Work {
  /** The recording for which hot methods are found. */
  public interface Recording {
    /** Returns whether the program is still being recorded. */
    boolean goesOn();

    /**
     * Returns whether the scope may include a class of that name. The name alone doesn't show
     * whether a class belongs to the JDK, so the result may be true for a class that {@link #has}
     * then rejects.
     */
    boolean mayHave(String className);

    /** Returns whether the scope includes a loaded class. */
    boolean has(Class<?> type);

    /** Stops recording the calling thread, which belongs to the agent. */
    void suspendThread();

    /** Logs a failure. */
    void failed(String what, Throwable why);
  }

  /** The shortest time between two looks at the program's stacks. */
  private static final long LOOK_NANOS = 10_000_000;

  /** The time between two readings of the log while no hot method waits to be instrumented. */
  private static final long LOG_NANOS = 25_000_000;

  /**
   * A look stops the program for at most this time, plus {@link #NANOS_PER_FRAME} for each frame.
   */
  private static final long NANOS_PER_LOOK = 100_000;

  private static final long NANOS_PER_FRAME = 2_000;

  /** Looks take at most 1 / LOOKING_PART of the time. */
  private static final int LOOKING_PART = 50;

  /** The pause after a change, as a multiple of the time that the change took. */
  private static final int CHANGING_PART = 3;

  /**
   * The time between two changes, while methods that were hot before the log was turned on still
   * wait to be instrumented. The time is long, so that many classes change in one step and the
   * program is stopped less often.
   */
  private static final long FIRST_NANOS = 250_000_000;

  private final Recording recording;
  private final CompilationLog compilations;
  private final HotTypes types;
  private final HotChanges changes;
  private final HotMethods methods = new HotMethods();

  /** Null until the thread has begun. */
  private StackSampler sampler;

  /**
   * Keeps {@link #awaitFirst} waiting until the methods that were hot before the log was turned on
   * are instrumented.
   */
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
   * Starts the thread. The caller has to call {@link #end} before the agent detaches from the
   * program.
   *
   * @param compilations the JVM's log of its compilations
   * @param classes instruments the hot methods of a class that is retransformed
   */
  public static HotScope start(
      Instrumentation instrumentation,
      Recording recording,
      CompilationLog compilations,
      HotClasses classes,
      HotLines lines) {
    LoadedClasses loaded = new LoadedClasses(instrumentation);
    HotTypes types = new HotTypes(loaded, recording, lines);
    HotChanges changes = new HotChanges(loaded, classes, lines);
    HotScope scope = new HotScope(recording, compilations, types, changes);
    // A round that fails loses the lines that it has read from the log, so there is no second
    // attempt.
    scope.thread = OwnThread.start("kpath-hot", 0, scope);
    return scope;
  }

  /**
   * Waits until the methods that were hot before the log was turned on are instrumented. The wait
   * for methods that were hot only in a loop takes about a second at most. The wait also ends when
   * the thread ends.
   */
  public void awaitFirst() {
    while (true) {
      try {
        first.await();
        return;
      } catch (InterruptedException somebodyInterruptsAllThreads) {
        // An interrupt doesn't end the wait, which isn't long.
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
        // An interrupt doesn't end the wait, which isn't long.
      }
    }
  }

  @Override
  public void begin() throws ReflectiveOperationException {
    recording.suspendThread();
    if (compilations.programRanBefore()) {
      changeAfter += FIRST_NANOS;
    }
    sampler = new StackSampler();
  }

  @Override
  public boolean round() throws IOException, ReflectiveOperationException {
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
      // An interrupt doesn't end the thread: the next round just begins early.
    }
  }

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
