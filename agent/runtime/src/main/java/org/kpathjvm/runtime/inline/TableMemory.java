package org.kpathjvm.runtime.inline;

import jdk.internal.misc.Unsafe;

/**
 * The memory of the inline profilers' tables. Only the flat tables ({@link LoneCounts}) are outside
 * of the program's heap. When the tables reach their limit, or the heap is full, the recording ends
 * and the tables are dropped. Then the program has its whole heap again.
 */
public final class TableMemory {
  private TableMemory() {}

  private static final Unsafe U = Unsafe.getUnsafe();

  /** The address of a long: the number of bytes that all tables take, flat tables included. */
  private static final long USED = U.allocateMemory(8);

  static {
    U.putLong(USED, 0);
  }

  /**
   * Copies an array into a longer one. If there is no memory, ends the recording and returns null.
   *
   * @param length the length of the new array, in longs
   */
  static long[] longer(long[] array, int length) {
    long bytes = 8L * (length - array.length);
    if (!take(bytes)) {
      return null;
    }
    try {
      long[] longer = new long[length];
      System.arraycopy(array, 0, longer, 0, array.length);
      return longer;
    } catch (OutOfMemoryError heapFull) {
      // The program is about to run out of memory. The program's own code should get the error, not
      // a probe.
      Threads.giveUp();
      return null;
    }
  }

  /**
   * Returns a new array of twice the given length. If there is no memory for it, ends the recording
   * and returns null.
   */
  public static long[] twice(int length) {
    if (length <= Integer.MAX_VALUE / 2 && take(8L * length)) {
      try {
        return new long[2 * length];
      } catch (OutOfMemoryError heapFull) {
        // The recording ends below, as it does if the limit is reached.
      }
    }
    Threads.giveUp();
    return null;
  }

  /** Returns a new array. If there is no memory for it, ends the recording and returns null. */
  static long[] allocate(int length) {
    return longer(NONE, length);
  }

  private static final long[] NONE = {};

  /**
   * Reserves bytes. If the tables would exceed their limit, ends the recording and returns false.
   */
  static boolean take(long bytes) {
    if (U.getAndAddLong(null, USED, bytes) + bytes <= InlineSetup.tableBytes) {
      return true;
    }
    U.getAndAddLong(null, USED, -bytes);
    Threads.giveUp();
    return false;
  }
}
