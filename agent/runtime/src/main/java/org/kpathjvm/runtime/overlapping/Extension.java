package org.kpathjvm.runtime.overlapping;

/**
 * The paper's second register, ro, with its valid bit and its count ol, in the long that an
 * activation's local variable holds. It says which path was completed at the last back edge, and
 * how it has been extended since.
 *
 * <pre>
 * bits 32..63   id of the path
 * bits 24..31   predicates that may still be passed: k - ol
 * bits  0..23   sum of the values of the edges taken
 * </pre>
 *
 * <p>0 means that there is no extension: ids begin with 1.
 */
public final class Extension {
  private Extension() {}

  private static final int LEFT_SHIFT = 24;
  private static final long ONE_LEFT = 1L << LEFT_SHIFT;
  private static final long LEFT = 0xffL << LEFT_SHIFT;
  private static final int ID_SHIFT = 32;

  /** The value while no extension is under way. */
  public static final long NONE = 0;

  /**
   * Begins to extend a path.
   *
   * @param id the path's id
   * @param beginning the lower 32 bits: the degree, and the first of the loop's numbers
   */
  static long of(int id, int beginning) {
    return (long) id << ID_SHIFT | beginning & 0xffff_ffffL;
  }

  /**
   * Returns whether the next predicate ends the extension, because ol is k. Also true when none is
   * under way.
   */
  static boolean isWhole(long extension) {
    return (extension & LEFT) == 0;
  }

  /** Passes one more predicate, which isn't the last one, on an edge with that value. */
  static long step(long extension, int value) {
    return extension - ONE_LEFT + value;
  }

  /** Returns what is counted: the path's id and the extension's number. */
  static long key(long extension) {
    return extension & ~LEFT;
  }
}
