package org.kpathjvm.workloads;

/**
 * A stand-in that can't run or whose result is wrong: one line, and the exit status to end with.
 */
public final class StandInFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** Exit status for wrong arguments or inputs that can't be read. */
  public static final int UNUSABLE = 2;

  /** Exit status for a result that differs from the expected one. */
  public static final int WRONG_RESULT = 3;

  private final int exitStatus;

  private StandInFailure(int exitStatus, String message) {
    super(message);
    this.exitStatus = exitStatus;
  }

  /** For wrong arguments or inputs that can't be read. */
  public static StandInFailure unusable(String message) {
    return new StandInFailure(UNUSABLE, message);
  }

  /** For a result that differs from the expected one. */
  public static StandInFailure wrongResult(String message) {
    return new StandInFailure(WRONG_RESULT, message);
  }

  /** The status to end with. */
  public int exitStatus() {
    return exitStatus;
  }
}
