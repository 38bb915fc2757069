package org.kpathjvm.runtime.overlapping;

/**
 * The state of an overlapping path's extension: the path that was completed at the latest back
 * edge, and what has been added to the path since then. The state is a long in a local variable of
 * the activation. In the paper on overlapping paths (docs/profilers.md), the state is the second
 * register ro, with a valid bit and a count ol.
 *
 * <pre>
 * bits 32..63   id of the path
 * bits 24..31   predicates that may still be passed: k - ol
 * bits  0..23   sum of the values of the edges taken
 * </pre>
 *
 * <p>The value 0 means that there is no extension; no path has the id 0. k is the degree: an
 * extension passes at most k predicates. A predicate is a block with more than one successor, or a
 * latch of the loop.
 */
public final class Extension {
  private Extension() {}

  private static final int LEFT_SHIFT = 24;
  private static final long ONE_LEFT = 1L << LEFT_SHIFT;
  private static final long LEFT = 0xffL << LEFT_SHIFT;
  private static final int ID_SHIFT = 32;

  /** The state if no extension is under way. */
  public static final long NONE = 0;

  /**
   * Begins to extend a path.
   *
   * @param id the path's id
   * @param beginning the lower 32 bits of the extension at its beginning: the degree, and the
   *     lowest number of the loop's extensions
   */
  static long of(int id, int beginning) {
    return (long) id << ID_SHIFT | beginning & 0xffff_ffffL;
  }

  /**
   * Returns true if ol is k, so that the next predicate ends the extension. Also returns true if no
   * extension is under way.
   */
  static boolean isWhole(long extension) {
    return (extension & LEFT) == 0;
  }

  /** Returns the extension after one more predicate, which isn't the last one. */
  static long step(long extension, int value) {
    return extension - ONE_LEFT + value;
  }

  /**
   * Returns the key under which the extension is counted: the path's id and the extension's number.
   */
  static long key(long extension) {
    return extension & ~LEFT;
  }
}
