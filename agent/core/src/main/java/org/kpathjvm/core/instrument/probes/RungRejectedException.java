package org.kpathjvm.core.instrument.probes;

/** Thrown if a method can't be recorded on a rung. The message is the reason. */
public final class RungRejectedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. The reason is a word, a colon, and an explanation. */
  public RungRejectedException(String reason) {
    super(reason, null, false, false);
  }
}
