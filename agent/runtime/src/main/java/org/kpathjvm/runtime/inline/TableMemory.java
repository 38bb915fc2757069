package org.kpathjvm.runtime.inline;

import jdk.internal.misc.Unsafe;

/**
 * The memory of the tables, which is the program's heap: a profiler in the target can only take
 * what the target leaves. When it may not have more, or there is no more, the recording ends and
 * the tables are dropped, so that the program finds its heap as it would without us.
 */
public final class TableMemory {
  private TableMemory() {}

  private static final Unsafe U = Unsafe.getUnsafe();

  /** The bytes that the tables have, as far as they are arrays. */
  private static final long USED = U.allocateMemory(8);

  static {
    U.putLong(USED, 0);
  }

  /**
   * The array's content in a longer one, or null when the recording has ended because there is no
   * memory for it.
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
      // The program is about to meet it by itself; that must not happen in our name.
      Threads.giveUp();
      return null;
    }
  }

  /** An empty array in the place of one of half the length; null as with {@link #longer}. */
  public static long[] twice(int length) {
    if (length <= Integer.MAX_VALUE / 2 && take(8L * length)) {
      try {
        return new long[2 * length];
      } catch (OutOfMemoryError heapFull) {
        // As if it were denied.
      }
    }
    Threads.giveUp();
    return null;
  }

  /** The same as {@link #longer} for a new array. */
  static long[] allocate(int length) {
    return longer(NONE, length);
  }

  private static final long[] NONE = {};

  /** Books bytes; false when there are no more, and then the recording has ended. */
  static boolean take(long bytes) {
    if (U.getAndAddLong(null, USED, bytes) + bytes <= InlineSetup.tableBytes) {
      return true;
    }
    U.getAndAddLong(null, USED, -bytes);
    Threads.giveUp();
    return false;
  }
}
