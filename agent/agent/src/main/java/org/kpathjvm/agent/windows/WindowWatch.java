package org.kpathjvm.agent.windows;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.kpathjvm.agent.process.LoadedClasses;
import org.kpathjvm.agent.process.OwnThread;

/**
 * The thread that shuts path windows whose time is up, and takes the probes out of methods that are
 * done. A method is done when all of its windows have ended. If the thread fails, the program keeps
 * its probes.
 */
public final class WindowWatch implements OwnThread.Work {
  /** Calls the class that controls the windows, which is in the program's java.lang. */
  public interface Controller {
    /** Shuts the windows that have been open for {@code nanos} nanoseconds or longer. */
    void timeOut(long nanos);

    /** Returns the first id of each method that has become done since the last call. */
    int[] takeDone();
  }

  private static final int ROUND_MILLIS = 50;

  /** After removing probes, the thread rests longer, by this many times the removal's duration. */
  private static final int CHANGING_PART = 3;

  private final LoadedClasses loaded;
  private final WindowedClasses classes;
  private final Controller controller;
  private final long timeOutNanos;
  private final boolean removes;
  private final Runnable suspend;
  private final Consumer<String> log;

  /**
   * Creates the watch.
   *
   * @param timeOutMillis the time after which a window is shut; 0 if windows stay open until they
   *     have counted their paths
   * @param removes whether probes are taken out
   * @param suspend ends the recording of the thread that calls {@code suspend}
   */
  public WindowWatch(
      Instrumentation instrumentation,
      WindowedClasses classes,
      Controller controller,
      int timeOutMillis,
      boolean removes,
      Runnable suspend,
      Consumer<String> log) {
    this.loaded = new LoadedClasses(instrumentation);
    this.classes = classes;
    this.controller = controller;
    this.timeOutNanos = 1_000_000L * timeOutMillis;
    this.removes = removes;
    this.suspend = suspend;
    this.log = log;
  }

  /** Starts the thread, unless there is nothing to do. */
  public void start() {
    if (timeOutNanos == 0 && !removes) {
      return;
    }
    OwnThread.start("kpath-windows", 0, this);
  }

  @Override
  public void begin() {
    suspend.run();
  }

  @Override
  public boolean round() {
    long rest = ROUND_MILLIS;
    if (timeOutNanos > 0) {
      controller.timeOut(timeOutNanos);
    }
    if (removes) {
      long begun = System.nanoTime();
      remove(classes.finish(controller.takeDone()));
      rest += CHANGING_PART * (System.nanoTime() - begun) / 1_000_000;
    }
    sleep(rest);
    return true;
  }

  @Override
  public void giveUp(Throwable why) {
    List<String> ended = new ArrayList<>();
    if (timeOutNanos > 0) {
      ended.add("path windows no longer time out");
    }
    if (removes) {
      ended.add("probes are no longer removed");
    }
    log.accept(String.join(", and ", ended) + ": " + why);
  }

  private void remove(Set<String> internalNames) {
    if (internalNames.isEmpty()) {
      return;
    }
    loaded.transformOneByOne(
        loaded.find(type -> internalNames.contains(type.getName().replace('.', '/'))),
        (type, refused) -> log.accept("class " + type.getName() + " keeps its probes: " + refused));
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException somebodyInterruptsAllThreads) {
      // An interrupt doesn't end this thread: the next round just begins early.
    }
  }
}
