package org.kpathjvm.engine.segment;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.kpathjvm.runtime.tables.IdTable;

/** Values of counters, or differences between the values of counters at two times. */
public final class CounterValues implements CounterSource {
  private final Map<Integer, IdTable> byOwner = new TreeMap<>();

  /** Creates an object in which all counters are 0. */
  public CounterValues() {}

  /**
   * Returns the present values of a segment's counters. While the target runs, the values may come
   * from different moments; see {@link SegmentCounters#visitById}.
   */
  public static CounterValues of(SegmentCounters pages) {
    CounterValues values = new CounterValues();
    pages.visitById(values::add);
    return values;
  }

  /** Adds {@code count} to one counter. */
  public void add(int owner, int id, long count) {
    IdTable table = byOwner.computeIfAbsent(owner, number -> new IdTable());
    int place = table.place(id);
    table.entries()[place] += count;
  }

  /** Returns these values plus {@code times} times the values in {@code others}. */
  public CounterValues plus(CounterValues others, long times) {
    CounterValues sum = new CounterValues();
    visit(sum::add);
    others.visit((owner, id, count) -> sum.add(owner, id, times * count));
    return sum;
  }

  /** Receives counters. */
  @FunctionalInterface
  public interface Visitor {
    /** Receives a counter, which may be 0. */
    void visit(int owner, int id, long count);
  }

  /** Visits all counters, owner by owner. */
  public void visit(Visitor visitor) {
    for (int owner : byOwner.keySet()) {
      long[] entries = byOwner.get(owner).entries();
      for (int at = 0; at < entries.length; at += 2) {
        if (entries[at] != 0) {
          visitor.visit(owner, (int) entries[at], entries[at + 1]);
        }
      }
    }
  }

  @Override
  public Set<Integer> owners() {
    return byOwner.keySet();
  }

  @Override
  public ByteBuffer sum() {
    return sum(byOwner.values());
  }

  @Override
  public ByteBuffer sum(int owner) {
    IdTable table = byOwner.get(owner);
    return sum(table == null ? List.of() : List.of(table));
  }

  private static ByteBuffer sum(Collection<IdTable> tables) {
    int highest = 0;
    for (IdTable table : tables) {
      int[] ids = table.sortedIds();
      highest = ids.length == 0 ? highest : Math.max(highest, ids[ids.length - 1]);
    }
    ByteBuffer bytes = ByteBuffer.allocateDirect(8 * (highest + 1)).order(ByteOrder.nativeOrder());
    LongBuffer sums = bytes.asLongBuffer();
    for (IdTable table : tables) {
      long[] entries = table.entries();
      for (int at = 0; at < entries.length; at += 2) {
        int id = (int) entries[at];
        if (id != 0) {
          sums.put(id, sums.get(id) + entries[at + 1]);
        }
      }
    }
    return bytes;
  }
}
