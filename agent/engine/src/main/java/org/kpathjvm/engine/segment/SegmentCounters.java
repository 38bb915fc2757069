package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * The counters of a segment by owner. An owner is a lease, {@link ProfileSet#CARRIERS} or {@link
 * ProfileSet#SHARED}. If the target is running, counts that it adds while the counters are read may
 * or may not be included. Pages and ids that are newer than this object are left out.
 */
public final class SegmentCounters implements CounterSource {
  /** Receives counters. */
  @FunctionalInterface
  public interface CounterVisitor {
    /**
     * Receives a counter.
     *
     * @param id an id. If the same id is visited several times, its count is the sum of the visited
     *     counts.
     * @param count more than 0
     */
    void visit(int id, long count);
  }

  private final SegmentReader segment;
  private final FailureLog failures;
  private final boolean isLive;
  private final int idCount;
  private final Map<Integer, List<Integer>> blocks = new TreeMap<>();

  private SegmentCounters(
      SegmentReader segment,
      FailureLog failures,
      IntUnaryOperator ownerOfLease,
      IntPredicate parts,
      boolean isLive) {
    this.segment = segment;
    this.isLive = isLive;
    this.failures = failures;
    idCount = segment.idCount();
    for (int block = 0; block < segment.blockCount(); block++) {
      if (isOfCounters(segment.state(block)) && parts.test(segment.part(block))) {
        int owner =
            segment.carrier(block)
                ? ProfileSet.CARRIERS
                : ownerOfLease.applyAsInt(segment.lease(block));
        blocks.computeIfAbsent(owner, number -> new ArrayList<>()).add(block);
      }
    }
  }

  static boolean isOfCounters(int state) {
    return state == BLOCK_COUNTERS || state == BLOCK_TABLE;
  }

  /**
   * Returns the counters of some parts of the recording. If threads are counted separately, each
   * lease with a single thread is an owner. All other counters belong to {@link
   * ProfileSet#CARRIERS} or {@link ProfileSet#SHARED}.
   *
   * @param isLive whether the target may be alive
   */
  static SegmentCounters byThread(
      SegmentReader segment, FailureLog failures, IntPredicate parts, boolean isLive) {
    return new SegmentCounters(
        segment, failures, lease -> ownerOfLease(segment, lease), parts, isLive);
  }

  private static int ownerOfLease(SegmentReader segment, int lease) {
    return segment.hasOwnThread(lease) ? lease : ProfileSet.SHARED;
  }

  /**
   * Returns the counters of some parts of a dead target's recording, by thread. Counters that don't
   * belong to a single thread have {@link ProfileSet#CARRIERS} or {@link ProfileSet#SHARED} as
   * their owner.
   */
  public static SegmentCounters byThread(
      SegmentReader segment, FailureLog failures, IntPredicate parts) {
    return byThread(segment, failures, parts, false);
  }

  /** Returns the owner of the counters in a block, according to {@link #byThread}. */
  static int owner(SegmentReader segment, int block) {
    return segment.carrier(block)
        ? ProfileSet.CARRIERS
        : ownerOfLease(segment, segment.lease(block));
  }

  /**
   * Returns the counters of some parts of a dead target's recording by lease, regardless of
   * threads.
   */
  public static SegmentCounters byLease(
      SegmentReader segment, FailureLog failures, IntPredicate parts) {
    return new SegmentCounters(segment, failures, lease -> lease, parts, false);
  }

  @Override
  public Set<Integer> owners() {
    return blocks.keySet();
  }

  @Override
  public ByteBuffer sum() {
    return sum(blocks.keySet());
  }

  @Override
  public ByteBuffer sum(int owner) {
    return sum(Set.of(owner));
  }

  private ByteBuffer sum(Set<Integer> owners) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(8 * (idCount + 1)).order(ByteOrder.nativeOrder());
    LongBuffer sums = bytes.asLongBuffer();
    owners.forEach(owner -> visit(owner, (id, count) -> sums.put(id, sums.get(id) + count)));
    return bytes;
  }

  /**
   * Visits an owner's counters, except those that are 0. A damaged counter and the counters after
   * it in its page or table are left out. The damage is reported unless the target may be alive.
   */
  public void visit(int owner, CounterVisitor visitor) {
    visit(owner, Long.MAX_VALUE, visitor);
  }

  /**
   * Visits counters like {@link #visit(int, CounterVisitor)}, but only those with ids below {@code
   * end}.
   */
  void visit(int owner, long end, CounterVisitor visitor) {
    for (int block : blocks.getOrDefault(owner, List.of())) {
      visitBlock(block, end, visitor);
      segment.release(block);
    }
  }

  /** Visits one block's counters, except those that are 0. */
  void visitBlock(int block, CounterVisitor visitor) {
    visitBlock(block, Long.MAX_VALUE, visitor);
  }

  private void visitBlock(int block, long end, CounterVisitor visitor) {
    if (segment.state(block) == BLOCK_TABLE) {
      long firstId = segment.sequence(block) * COUNTERS_PER_BLOCK;
      visit(block, 0, firstId, below(end, firstId, COUNTERS_PER_BLOCK), visitor);
      return;
    }
    for (int slot = 0; slot < PAGES_PER_BLOCK; slot++) {
      int entry = segment.word(block, slot);
      if (entry == 0) {
        continue;
      }
      if (entry < 0 || entry - 1 > idCount / COUNTERS_PER_PAGE) {
        if (isLive) {
          continue;
        }
        failures.add(
            "counter block "
                + block
                + " is damaged: it has page "
                + (entry - 1)
                + ", but there are only "
                + idCount
                + " ids");
        continue;
      }
      long firstId = (entry - 1L) * COUNTERS_PER_PAGE;
      int length = below(end, firstId, COUNTERS_PER_PAGE);
      visit(block, PAGE_BYTES * (slot + 1), firstId, length, visitor);
    }
  }

  /**
   * Returns how many of {@code count} consecutive ids, which begin with {@code firstId}, are below
   * {@code end}. In a damaged block, {@code firstId} may be any number.
   */
  private static int below(long end, long firstId, int count) {
    return firstId <= end - count ? count : (int) Math.max(end - firstId, 0);
  }

  private void visit(int block, int offset, long firstId, int length, CounterVisitor visitor) {
    for (int at = 0; at < length; at++) {
      long count = segment.longAt(block, offset + 8 * at);
      if (count == 0) {
        continue;
      }
      long id = firstId + at;
      if (id < 1 || id > idCount || count < 0) {
        if (isLive) {
          return;
        }
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
      visitor.visit((int) id, count);
    }
  }
}
