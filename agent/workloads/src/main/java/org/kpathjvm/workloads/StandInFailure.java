package org.kpathjvm.workloads;

/**
 * A stand-in that can't run or whose result is wrong: one line, and the exit status to end with.
 */
final class StandInFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** Exit status for wrong arguments or inputs that can't be read. */
  static final int UNUSABLE = 2;

  /** Exit status for a result that differs from the expected one. */
  static final int WRONG_RESULT = 3;

  private final int exitStatus;

  StandInFailure(int exitStatus, String message) {
    super(message);
    this.exitStatus = exitStatus;
  }

  int exitStatus() {
    return exitStatus;
  }
}
