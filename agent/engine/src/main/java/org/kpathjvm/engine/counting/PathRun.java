package org.kpathjvm.engine.counting;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * A path that completed many times in a row, as one record of a stream says. One object is used for
 * all records.
 */
public final class PathRun {
  private int bits;
  private int firstId;
  private int path;
  private int count;

  /**
   * Sets the run to that of a record.
   *
   * @return whether the record is valid: the path's number has that many bits, and it completed at
   *     least once
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

  /** Returns how many bits a path of the method takes. */
  public int bits() {
    return bits;
  }

  /** Returns the path's number within the method. */
  public int path() {
    return path;
  }

  /** Returns how many times the path completed, at least 1. */
  public int count() {
    return count;
  }

  /** Returns the path's id, which may be too large for an int. */
  public long id() {
    return (long) firstId + path;
  }
}
