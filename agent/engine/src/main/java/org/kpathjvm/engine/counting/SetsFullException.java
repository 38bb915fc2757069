package org.kpathjvm.engine.counting;

/** The sets of a conversion don't fit into its limits: the counter must be folded before. */
public final class SetsFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SetsFullException() {
    super("the sets of the conversion don't fit", null, false, false);
  }
}
