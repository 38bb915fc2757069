package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.StreamFormat.PACKED;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_BITS_MASK;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_CLOSED;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_GOES_ON;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_LAST;
import static org.kpathjvm.runtime.layout.StreamFormat.PACKED_WHOLE;

import org.kpathjvm.runtime.layout.PackedWord;

/** The packed paths of one record of a stream. A decoder uses a single object for all records. */
public final class PackedPaths {
  private final int[] ids = new int[PackedWord.capacity(1)];
  private int kind;
  private int bits;
  private int firstId;
  private int count;
  private long paths;

  /** Replaces the paths with those of another record of packed paths. */
  void set(int control, int first, int low, int high) throws StreamDamage {
    bits = control - PACKED & PACKED_BITS_MASK;
    kind = control - PACKED - bits;
    firstId = first;
    long word = (long) high << 32 | Integer.toUnsignedLong(low);
    count = bits == 0 ? -1 : PackedWord.count(word, bits);
    int end = kind & ~PACKED_WHOLE;
    boolean isKind =
        end == PACKED_LAST || end == PACKED_CLOSED || end == PACKED_GOES_ON && !isWhole();
    if (!isKind || count < 1) {
      throw new StreamDamage("damaged packed paths: control word " + control + ", word " + word);
    }
    paths = word & ~Long.highestOneBit(word);
  }

  /** Returns the id of the method's path 0. */
  public int firstId() {
    return firstId;
  }

  /** Returns the number of bits for a path. */
  public int bits() {
    return bits;
  }

  /** Returns the number of paths, at least 1. */
  public int count() {
    return count;
  }

  /**
   * Returns the numbers that the paths have within the method, packed into a long. The latest path
   * is in the lowest bits, and the bits above the paths are 0.
   */
  public long paths() {
    return paths;
  }

  /** Returns whether the record has all paths of an activation. */
  public boolean isWhole() {
    return (kind & PACKED_WHOLE) != 0;
  }

  /** Returns whether the record's last path is also the activation's last path. */
  public boolean isLast() {
    return (kind & PACKED_LAST) != 0;
  }

  /** Returns whether an exception ended the activation before another path was complete. */
  public boolean isClosed() {
    return (kind & PACKED_CLOSED) != 0;
  }

  /** Returns the id of the path with the highest number. The id may be too large for an int. */
  long highestId() {
    long mask = (1L << bits) - 1;
    long highest = 0;
    for (long rest = paths; rest != 0; rest >>>= bits) {
      highest = Math.max(highest, rest & mask);
    }
    return firstId + highest;
  }

  /**
   * Returns the paths' ids, the oldest path's first. The ids are the first {@link #count} elements
   * of an array that is reused.
   */
  public int[] ids() {
    PackedWord.unpack(paths, bits, count, firstId, ids);
    return ids;
  }
}
