package org.kpathjvm.core.instrument.ladder;

/** A method can't be instrumented on a rung, for the reason in the message. */
final class RungRejectedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Iterations that its paths would have had; fewer may have room. */
  final int iterations;

  RungRejectedException(String reason) {
    this(reason, 1);
  }

  RungRejectedException(String reason, int iterations) {
    super(reason, null, false, false);
    this.iterations = iterations;
  }
}
