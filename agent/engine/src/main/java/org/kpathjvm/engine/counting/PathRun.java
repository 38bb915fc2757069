package org.kpathjvm.engine.counting;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Consecutive completions of one path, which are stored as one record of a stream. The same object
 * is used for all such records.
 */
public final class PathRun {
  private int bits;
  private int firstId;
  private int path;
  private int count;

  /**
   * Sets the path run to the values of a record.
   *
   * @return whether the record is valid: {@code pathBits} is at least 1 and isn't too large, the
   *     path's number has at most {@code pathBits} bits, and the path was completed at least once
   */
  public boolean set(int pathBits, int first, int number, int times) {
    bits = pathBits;
    firstId = first;
    path = number;
    count = times;
    return bits >= 1 && bits <= PackedWord.MOST_BITS && path >>> bits == 0 && count >= 1;
  }

  /** Returns the id of path 0 of the method. */
  public int firstId() {
    return firstId;
  }

  /** Returns the number of bits for a path of the method. */
  public int bits() {
    return bits;
  }

  /** Returns the path's number within the method. */
  public int path() {
    return path;
  }

  /** Returns how often the path was completed, at least once. */
  public int count() {
    return count;
  }

  /** Returns the path's id, which may be too large for an int. */
  public long id() {
    return (long) firstId + path;
  }
}
