package org.kpathjvm.workloads;

/**
 * Thrown if a stand-in can't run or if the stand-in's result is wrong. The exception has a message
 * of one line, and the exit status of the process.
 */
public final class StandInFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** The exit status if arguments or inputs can't be used. */
  public static final int UNUSABLE = 2;

  /** The exit status if a result is wrong. */
  public static final int WRONG_RESULT = 3;

  private final int exitStatus;

  private StandInFailure(int exitStatus, String message) {
    super(message);
    this.exitStatus = exitStatus;
  }

  /** Creates a failure for arguments or inputs that can't be used. */
  public static StandInFailure unusable(String message) {
    return new StandInFailure(UNUSABLE, message);
  }

  /** Creates a failure for a wrong result. */
  public static StandInFailure wrongResult(String message) {
    return new StandInFailure(WRONG_RESULT, message);
  }

  /** Returns the exit status of the process. */
  public int exitStatus() {
    return exitStatus;
  }
}
