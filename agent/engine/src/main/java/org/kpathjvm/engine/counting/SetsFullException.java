package org.kpathjvm.engine.counting;

/**
 * Thrown if the {@linkplain Sequences.ItemSet sets of items} that a conversion into the k-IPF needs
 * don't fit into the conversion's limits. The counter must be made smaller before the conversion is
 * tried again.
 */
public final class SetsFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SetsFullException() {
    super("the sets of the conversion don't fit", null, false, false);
  }
}
