package org.kpathjvm.engine.counting;

/**
 * Says that the sets of a conversion don't fit into its limits. The counter must be made smaller
 * before the conversion is tried again.
 */
public final class SetsFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SetsFullException() {
    super("the sets of the conversion don't fit", null, false, false);
  }
}
