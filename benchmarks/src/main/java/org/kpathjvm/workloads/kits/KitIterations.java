package org.kpathjvm.workloads.kits;

import org.kpathjvm.workloads.IterationLog;
import org.kpathjvm.workloads.Measured;
import org.kpathjvm.workloads.StandInFailure;

/**
 * Writes the iterations of one benchmark in an official kit to the {@link IterationLog}. The kit's
 * callbacks report the iterations. {@code -Dkpath.kit.warmups} is the number of warm-ups before the
 * timed iterations. Warm-ups and timed iterations are each numbered from 1.
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

  /** Returns the iterations of this process. */
  public static KitIterations current() {
    return CURRENT;
  }

  /** Call this just before an iteration starts. */
  public void start() {
    measured = null;
    running = Measured.Stopwatch.start();
  }

  /** Call this just after an iteration has ended. */
  public void stop() {
    measured = running.stop();
  }

  /**
   * Logs and counts the iteration that has ended since the last call, if there is one. Call this
   * when the kit has judged the output.
   *
   * @throws IllegalStateException if the log can't be written; the exception keeps the run from
   *     seeming complete
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

  /** Returns the number of iterations that were completed, valid or not. */
  public int completed() {
    return completed;
  }

  /** Returns the number of iterations that had wrong output. */
  public int invalid() {
    return invalid;
  }
}
