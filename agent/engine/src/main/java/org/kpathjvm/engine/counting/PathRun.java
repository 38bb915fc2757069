package org.kpathjvm.engine.counting;

import org.kpathjvm.runtime.layout.PackedWord;

/** A path that completed many times in a row, from one record of a stream; used for all of them. */
public final class PathRun {
  private int bits;
  private int firstId;
  private int path;
  private int count;

  /**
   * Takes a record.
   *
   * @return whether it is one: the path's number has so many bits, and it completed
   */
  public boolean set(int pathBits, int first, int number, int times) {
    bits = pathBits;
    firstId = first;
    path = number;
    count = times;
    return bits >= 1 && bits <= PackedWord.MOST_BITS && path >>> bits == 0 && count >= 1;
  }

  /** The id of path 0 of the method. */
  public int firstId() {
    return firstId;
  }

  /** Bits that a path of the method takes. */
  public int bits() {
    return bits;
  }

  /** The path's number within the method. */
  public int path() {
    return path;
  }

  /** How many times it completed, at least 1. */
  public int count() {
    return count;
  }

  /** Its id, which may be too large for an int. */
  public long id() {
    return (long) firstId + path;
  }
}
