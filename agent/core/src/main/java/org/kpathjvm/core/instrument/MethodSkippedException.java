package org.kpathjvm.core.instrument;

/** A method is left out, for the reason in the message. */
final class MethodSkippedException extends Exception {
  private static final long serialVersionUID = 1L;

  MethodSkippedException(String reason) {
    super(reason, null, false, false);
  }
}
