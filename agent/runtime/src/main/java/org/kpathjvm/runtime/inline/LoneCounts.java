package org.kpathjvm.runtime.inline;

import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.threads.ThreadField;

/**
 * Counts the path completions for which only the path's id has to be stored, and not the paths
 * before. There are two kinds of such completions: an activation's only path, and a
 * <em>repeat</em>, which is a trip of a counted loop after at least k-1 other trips with the same
 * path. No path has completions of both kinds.
 *
 * <p>In methods without loops, there is only the first kind. In most programs, most calls of probes
 * are in such methods, so counting must be fast: a platform thread counts in a flat table outside
 * of the heap, at {@code address + 8 * id}. The table's address is in the Thread object. Ids beyond
 * the table, and all ids of a thread without a table, are counted in pages.
 *
 * <p>Not thread-safe, but other threads may read a count at any time, because a count is changed by
 * a single store.
 */
final class LoneCounts {
  private static final Unsafe U = Unsafe.getUnsafe();

  private static final int TABLE_IDS = InlineSetup.TABLE_IDS;
  private static final long TABLE_BYTES = 8L * TABLE_IDS;

  /** The result of {@link #nextAlone} if no further id was counted. */
  static final int NO_MORE = -1;

  /** The largest number of threads that get tables. Further threads count in pages. */
  private static final int MOST_TABLES = 32;

  /** All flat tables together take at most 1 / MEMORY_PART of the memory limit of all tables. */
  private static final int MEMORY_PART = 4;

  /**
   * The lowest address that a table may have. The field of Thread that has the table's address may
   * instead have the stack size that the thread's creator asked for. That size is always lower than
   * the address, because no thread can be started with so large a stack.
   */
  private static final long LEAST_ADDRESS = 1L << 40;

  /** The address of the first table; Long.MAX_VALUE if there are no tables. */
  static final long LEAST_TABLE = allTables();

  /** The address of a long: the number of tables that were given out to threads. */
  private static final long GIVEN_OUT = U.allocateMemory(8);

  static {
    U.putLong(GIVEN_OUT, 0);
  }

  final CounterPages pages = new CounterPages();

  /** For each path with repeats, two longs: the packing of the path's method, and the path's id. */
  private long[] repeated = new long[2 * 8];

  private int repeatedCount;

  /** The address of the flat table, which begins with the count of id 0; 0 if there is no table. */
  private long table;

  /** Whether {@link #table()} has tried to get a flat table. It tries only once. */
  private boolean askedForTable;

  /** The address of the table's copy, which {@link #settle} makes; 0 if there is no copy. */
  private long settled;

  /** Reserves the address space of all tables. A table takes memory only when it is given out. */
  private static long allTables() {
    if (!ThreadField.EXISTS) {
      return Long.MAX_VALUE;
    }
    try {
      long address = U.allocateMemory(MOST_TABLES * TABLE_BYTES);
      return address >= LEAST_ADDRESS ? address : Long.MAX_VALUE;
    } catch (OutOfMemoryError limited) {
      return Long.MAX_VALUE;
    }
  }

  /** Adds one to an id's count. Only the thread that owns the counts calls this. */
  void add(int id) {
    if (id < TABLE_IDS) {
      long own = table();
      if (own != 0) {
        ThreadField.set(own);
        U.putLong(own + 8L * id, U.getLong(own + 8L * id) + 1);
        return;
      }
    }
    pages.add(id);
  }

  /**
   * Adds repeats of a path. Only the thread that owns the counts calls this.
   *
   * @return false if there was no memory for the path
   */
  boolean repeat(long packing, int id, int times) {
    long own = id < TABLE_IDS ? table() : 0;
    if (own == 0) {
      return repeatInPage(packing, id, times);
    }
    if (!know(packing, id)) {
      return false;
    }
    ThreadField.set(own);
    U.putLong(own + 8L * id, U.getLong(own + 8L * id) + times);
    return true;
  }

  /**
   * Does what {@link #repeat} does, but always in a page. Used if there is no table, if several
   * threads share these counts, or if the id is beyond the table.
   */
  boolean repeatInPage(long packing, int id, int times) {
    return know(packing, id) && pages.add(id, times);
  }

  private boolean know(long packing, int id) {
    for (int at = 0; at < 2 * repeatedCount; at += 2) {
      if (repeated[at + 1] == id) {
        return true;
      }
    }
    if (2 * repeatedCount == repeated.length) {
      long[] longer = TableMemory.longer(repeated, 2 * repeated.length);
      if (longer == null) {
        return false;
      }
      repeated = longer;
    }
    repeated[2 * repeatedCount] = packing;
    repeated[2 * repeatedCount + 1] = id;
    repeatedCount++;
    return true;
  }

  int repeatedCount() {
    return repeatedCount;
  }

  long repeatedPacking(int number) {
    return repeated[2 * number];
  }

  int repeatedId(int number) {
    return (int) repeated[2 * number + 1];
  }

  private boolean isRepeated(int id) {
    for (int number = 0; number < repeatedCount; number++) {
      if (repeatedId(number) == id) {
        return true;
      }
    }
    return false;
  }

  long count(int id) {
    return (id < TABLE_IDS ? inTable(id) : 0) + pages.get(id);
  }

  private long table() {
    if (!askedForTable) {
      long bytes = (U.getLong(GIVEN_OUT) + 1) * TABLE_BYTES;
      if (LEAST_TABLE != Long.MAX_VALUE
          && bytes <= InlineSetup.tableBytes / MEMORY_PART
          && bytes <= MOST_TABLES * TABLE_BYTES) {
        long number = U.getAndAddLong(null, GIVEN_OUT, 1);
        if (number < MOST_TABLES && TableMemory.take(TABLE_BYTES)) {
          long address = LEAST_TABLE + number * TABLE_BYTES;
          U.setMemory(address, TABLE_BYTES, (byte) 0);
          table = address;
        }
      }
      askedForTable = true;
    }
    return table;
  }

  /**
   * Copies the table. From then on, counts are read from the latest copy, because a thread that
   * still runs after the recording's end goes on adding to its table.
   *
   * @throws OutOfMemoryError if there is no memory for the copy
   */
  void settle() {
    if (table == 0) {
      return;
    }
    if (settled == 0) {
      settled = U.allocateMemory(TABLE_BYTES);
    }
    U.copyMemory(table, settled, TABLE_BYTES);
  }

  /**
   * Returns the lowest id, {@code from} or higher, that was counted and has no repeats; {@link
   * #NO_MORE} if there is no such id.
   */
  int nextAlone(int from) {
    int most = Math.max(TABLE_IDS, pages.pages.length * CounterPages.PAGE_LENGTH);
    for (int id = from; id < most; id++) {
      if (count(id) != 0 && !isRepeated(id)) {
        return id;
      }
    }
    return NO_MORE;
  }

  private long inTable(int id) {
    long address = settled != 0 ? settled : table;
    return address == 0 ? 0 : U.getLong(address + 8L * id);
  }

  /** Adds the figures of the counts. Threads may go on counting meanwhile. */
  void addTo(Totals totals) {
    pages.addTo(totals);
    long sum = 0;
    for (int id = 0; table != 0 && id < TABLE_IDS; id++) {
      sum += inTable(id);
    }
    totals.add(Totals.ITEMS, sum);
    totals.add(Totals.BYTES, table == 0 ? 0 : TABLE_BYTES);
  }
}
