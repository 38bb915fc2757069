package org.kpathjvm.runtime.inline;

import jdk.internal.misc.Unsafe;
import org.kpathjvm.runtime.threads.ThreadField;

/**
 * Counts the paths that need no sequence. Such a path is either its activation's only one, or a
 * <em>repeat</em>: a trip of a counted loop after at least k-1 others with the same path. No path
 * is both.
 *
 * <p>Methods without loops have no other paths, and most programs spend most probes on them. So
 * platform threads count them in a flat table outside of the heap, whose address is in the thread's
 * object: a probe loads the address and adds to {@code address + 8 * id}. Ids without a place in
 * the table, and threads without a table, are counted in pages.
 *
 * <p>Not thread-safe. A count is a single store.
 */
final class LoneCounts {
  private static final Unsafe U = Unsafe.getUnsafe();

  private static final int TABLE_IDS = InlineSetup.TABLE_IDS;
  private static final long TABLE_BYTES = 8L * TABLE_IDS;

  /** Stands for an id when no other id was counted. */
  static final int NO_MORE = -1;

  /** The most threads that get tables. Further threads count in pages. */
  private static final int MOST_TABLES = 32;

  /**
   * All flat tables together take at most the memory limit of the tables divided by this number.
   */
  private static final int MEMORY_PART = 4;

  /**
   * Addresses of tables are at least this high. A stack size that a thread's creator wrote into the
   * field is lower, because no address space has room for such a stack.
   */
  private static final long LEAST_ADDRESS = 1L << 40;

  /** No table has a lower address. */
  static final long LEAST_TABLE = allTables();

  /** The address of the number of tables that were given out. */
  private static final long GIVEN_OUT = U.allocateMemory(8);

  static {
    U.putLong(GIVEN_OUT, 0);
  }

  final CounterPages pages = new CounterPages();

  /** The packing and the id, in turn, of each path with repeats. */
  private long[] repeated = new long[2 * 8];

  private int repeatedCount;

  /** The address of the count of id 0; 0 if there is no table. */
  private long table;

  /** Whether a table was asked for; that is done only once. */
  private boolean askedForTable;

  /**
   * The address of a copy of the table, made when it was last {@linkplain #settle settled}; 0 if it
   * never was.
   */
  private long settled;

  /**
   * Reserves the address space of all tables. The operating system provides a table's memory only
   * when the table is given out.
   */
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

  /** Adds one to an id's count. The thread that owns the counts calls this. */
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
   * Adds repeats of a path. The thread that owns the counts calls this.
   *
   * @return false when there was no memory for it
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
   * Adds repeats of a path in a page, because the thread has no table or isn't the only one that
   * counts here, or because the table has no place for the id.
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

  /** Returns the number of paths with repeats. */
  int repeatedCount() {
    return repeatedCount;
  }

  /** Returns the packing of the method of a path with repeats. */
  long repeatedPacking(int number) {
    return repeated[2 * number];
  }

  /** Returns the id of a path with repeats. */
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

  /** Returns how often an id was counted, in the table and in pages. */
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
   * Makes a copy of the table, so that later counts aren't seen until this is called again. When
   * the recording has ended, threads that still run go on adding to their tables.
   *
   * @throws OutOfMemoryError when there is no memory for it
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

  /** Returns the lowest id, {@code from} or higher, that was counted and has no repeats. */
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

  /** Adds figures of the counts, which may be in use. */
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
