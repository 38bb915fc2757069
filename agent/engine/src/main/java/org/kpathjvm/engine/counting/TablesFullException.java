package org.kpathjvm.engine.counting;

/** The tables of a counter that can't be folded, a k-slab forest, don't fit into their memory. */
public final class TablesFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. Nothing more can be counted after it. */
  public TablesFullException() {
    super("the k-slab forest doesn't fit into its memory", null, false, false);
  }

  /** Returns one line for the user: how much room there was, and what helps. */
  public static String line(long budgetBytes) {
    return "the k-slab forest doesn't fit into the engine's memory of "
        + budgetBytes
        + " bytes: give more with --engine-memory, or count with --engine contexts";
  }
}
