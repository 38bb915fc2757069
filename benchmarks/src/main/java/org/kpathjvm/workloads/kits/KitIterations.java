package org.kpathjvm.workloads.kits;

import org.kpathjvm.workloads.IterationLog;
import org.kpathjvm.workloads.Measured;
import org.kpathjvm.workloads.StandInFailure;

/**
 * The iterations of one benchmark in an official kit, as the kit's callback interface reports them.
 * They are written to the {@link IterationLog}. {@code -Dkpath.kit.warmups} says how many warm-ups
 * come before the timed iterations. Each phase's iterations are numbered from 1.
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

  /** Must be called just before an iteration starts. */
  public void start() {
    measured = null;
    running = Measured.Stopwatch.start();
  }

  /** Must be called just after an iteration has ended. */
  public void stop() {
    measured = running.stop();
  }

  /**
   * Logs and counts the iteration. Must be called when the kit has judged the iteration's output.
   * Does nothing if no iteration has ended since the last call.
   *
   * @throws IllegalStateException if the log can't be written; without the exception, the run would
   *     seem complete
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
