package org.kpathjvm.runtime.inline;

import jdk.internal.misc.Unsafe;

/**
 * The memory of the tables, which comes from the program's heap. A profiler in the target can only
 * take what the target leaves. When the tables reach their limit, or the heap has no more, the
 * recording ends and the tables are dropped. Then the program finds its heap as it would be without
 * us.
 */
public final class TableMemory {
  private TableMemory() {}

  private static final Unsafe U = Unsafe.getUnsafe();

  /** The address of the number of bytes that all the tables' arrays have. */
  private static final long USED = U.allocateMemory(8);

  static {
    U.putLong(USED, 0);
  }

  /**
   * Returns the array's content in a longer array, or null when the recording has ended because
   * there is no memory for it.
   *
   * @param length in longs
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
      // The program is about to run out of memory by itself. The error must not be thrown in our
      // name.
      Threads.giveUp();
      return null;
    }
  }

  /** Returns an empty array of twice the length; null as with {@link #longer}. */
  public static long[] twice(int length) {
    if (length <= Integer.MAX_VALUE / 2 && take(8L * length)) {
      try {
        return new long[2 * length];
      } catch (OutOfMemoryError heapFull) {
        // This is treated as if the memory had been denied.
      }
    }
    Threads.giveUp();
    return null;
  }

  /** Returns a new array; null as with {@link #longer}. */
  static long[] allocate(int length) {
    return longer(NONE, length);
  }

  private static final long[] NONE = {};

  /** Reserves bytes. Returns false when there are no more; then the recording has ended. */
  static boolean take(long bytes) {
    if (U.getAndAddLong(null, USED, bytes) + bytes <= InlineSetup.tableBytes) {
      return true;
    }
    U.getAndAddLong(null, USED, -bytes);
    Threads.giveUp();
    return false;
  }
}
