package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;

/** Sums the counter pages of all leases; only when the target is dead. */
public final class CounterPages {
  private static final int MOST_IDS = Integer.MAX_VALUE / 8 - 1;

  private final SegmentReader segment;
  private final FailureLog failures;
  private final int idCount;
  private final ByteBuffer bytes;
  private final LongBuffer sums;

  private CounterPages(SegmentReader segment, int idCount, FailureLog failures) {
    this.segment = segment;
    this.failures = failures;
    this.idCount = idCount;
    bytes = ByteBuffer.allocateDirect(8 * (idCount + 1)).order(ByteOrder.nativeOrder());
    sums = bytes.asLongBuffer();
  }

  /** A direct buffer in native order: a long per id, index 0 unused. */
  public static ByteBuffer sum(SegmentReader segment, FailureLog failures) {
    return sum(segment, failures, block -> true);
  }

  /** The same of the blocks of one owner: a lease, or one of {@link ProfileSet}'s constants. */
  public static ByteBuffer sum(SegmentReader segment, FailureLog failures, int owner) {
    return sum(segment, failures, block -> owner(segment, block) == owner);
  }

  /** All that own any counters. */
  public static Set<Integer> owners(SegmentReader segment) {
    Set<Integer> owners = new HashSet<>();
    for (int block = 0; block < segment.blockCount(); block++) {
      if (segment.state(block) == BLOCK_COUNTERS) {
        owners.add(owner(segment, block));
      }
    }
    return owners;
  }

  private static int owner(SegmentReader segment, int block) {
    int lease = segment.lease(block);
    return segment.carrier(block)
        ? ProfileSet.CARRIERS
        : segment.threadName(lease) != null ? lease : ProfileSet.SHARED;
  }

  private static ByteBuffer sum(SegmentReader segment, FailureLog failures, IntPredicate chosen) {
    int idCount = segment.idCount();
    if (idCount > MOST_IDS) {
      failures.add(idCount + " ids are more than a buffer holds counters for (" + MOST_IDS + ")");
      idCount = 0;
    }
    CounterPages pages = new CounterPages(segment, idCount, failures);
    for (int block = 0; block < segment.blockCount(); block++) {
      if (segment.state(block) == BLOCK_COUNTERS && chosen.test(block)) {
        pages.addBlock(block);
      }
    }
    return pages.bytes;
  }

  private void addBlock(int block) {
    for (int slot = 0; slot < PAGES_PER_BLOCK; slot++) {
      int entry = segment.word(block, slot);
      if (entry == 0) {
        continue;
      }
      if (entry < 0 || entry - 1 > idCount / COUNTERS_PER_PAGE) {
        failures.add(
            "counter block "
                + block
                + " is damaged: page "
                + (entry - 1)
                + " for "
                + idCount
                + " ids");
        continue;
      }
      addPage(block, PAGE_BYTES * (slot + 1), (entry - 1) * COUNTERS_PER_PAGE);
    }
  }

  private void addPage(int block, int offset, int firstId) {
    for (int at = 0; at < COUNTERS_PER_PAGE; at++) {
      long count = segment.longAt(block, offset + 8 * at);
      if (count == 0) {
        continue;
      }
      int id = firstId + at;
      if (id < 1 || id > idCount || count < 0) {
        failures.add(
            "counter block "
                + block
                + " is damaged: id "
                + id
                + " of "
                + idCount
                + " has count "
                + count);
        return;
      }
      sums.put(id, sums.get(id) + count);
    }
  }
}
