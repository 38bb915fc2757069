package org.kpathjvm.engine.counting;

/** Thrown if a k-slab forest, which can't be folded, doesn't fit into its memory. */
public final class TablesFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. After it has been thrown, the forest can't count any more. */
  public TablesFullException() {
    super("the k-slab forest doesn't fit into its memory", null, false, false);
  }

  /** Returns one line for the user, which says how much memory there was and what can be done. */
  public static String line(long memoryBytes) {
    return "the k-slab forest doesn't fit into the engine's memory of "
        + memoryBytes
        + " bytes: give more with --engine-memory, or count with --engine contexts";
  }
}
