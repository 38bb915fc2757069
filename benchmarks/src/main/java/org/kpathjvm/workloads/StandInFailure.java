package org.kpathjvm.workloads;

/**
 * Says that a stand-in can't run or that its result is wrong. It has one line of text and the exit
 * status of the process.
 */
public final class StandInFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** The exit status for wrong arguments or inputs that can't be read. */
  public static final int UNUSABLE = 2;

  /** The exit status for a result that differs from the expected one. */
  public static final int WRONG_RESULT = 3;

  private final int exitStatus;

  private StandInFailure(int exitStatus, String message) {
    super(message);
    this.exitStatus = exitStatus;
  }

  /** Creates a failure for wrong arguments or inputs that can't be read. */
  public static StandInFailure unusable(String message) {
    return new StandInFailure(UNUSABLE, message);
  }

  /** Creates a failure for a result that differs from the expected one. */
  public static StandInFailure wrongResult(String message) {
    return new StandInFailure(WRONG_RESULT, message);
  }

  /** Returns the exit status of the process. */
  public int exitStatus() {
    return exitStatus;
  }
}
