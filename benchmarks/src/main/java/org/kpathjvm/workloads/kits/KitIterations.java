package org.kpathjvm.workloads.kits;

import org.kpathjvm.workloads.IterationLog;
import org.kpathjvm.workloads.Measured;
import org.kpathjvm.workloads.StandInFailure;

/**
 * The iterations of one benchmark in an official kit, as its callback interface reports them, put
 * down in the {@link IterationLog}. {@code -Dkpath.kit.warmups} is how many come before the timed
 * ones; both phases count from 1.
 *
 * <p>Not thread-safe: harnesses report their iterations from one thread.
 */
public final class KitIterations {
  private static final KitIterations CURRENT =
      new KitIterations(IterationLog.ofProperty(), Integer.getInteger("kpath.kit.warmups", 0));

  private final IterationLog log;
  private final int warmups;
  private int completed;
  private int invalid;
  private Measured.Stopwatch running;
  private Measured measured;

  KitIterations(IterationLog log, int warmups) {
    this.log = log;
    this.warmups = warmups;
  }

  /** Those of this process. */
  public static KitIterations current() {
    return CURRENT;
  }

  /** An iteration starts after this. */
  public void start() {
    measured = null;
    running = Measured.Stopwatch.start();
  }

  /** The iteration ended before this. */
  public void stop() {
    measured = running.stop();
  }

  /**
   * The kit has judged the iteration's output. Without an iteration that was stopped it has no
   * effect.
   *
   * @throws IllegalStateException when the log can't be written: the run would be taken for whole
   */
  public void complete(boolean isValid) {
    if (measured == null) {
      return;
    }
    int number = completed + 1;
    boolean isWarmup = number <= warmups;
    try {
      log.append(isWarmup, isWarmup ? number : number - warmups, measured, isValid, null);
    } catch (StandInFailure unwritable) {
      throw new IllegalStateException(unwritable.getMessage(), unwritable);
    }
    measured = null;
    completed = number;
    invalid += isValid ? 0 : 1;
  }

  /** Iterations that were completed, valid or not. */
  public int completed() {
    return completed;
  }

  /** Iterations whose output was wrong. */
  public int invalid() {
    return invalid;
  }
}
