package org.kpathjvm.core.instrument.ladder;

/** A method can't be instrumented on a rung, for the reason in the message. */
final class RungRejectedException extends Exception {
  private static final long serialVersionUID = 1L;

  RungRejectedException(String reason) {
    super(reason, null, false, false);
  }
}
