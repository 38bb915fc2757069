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
 * The counters of a segment, by owner. An owner is a lease, {@link ProfileSet#CARRIERS} or {@link
 * ProfileSet#SHARED}. Counts that a running target adds while the counters are read may be included
 * or not. Blocks and ids that are newer than this object are left out.
 */
public final class SegmentCounters implements CounterSource {
  /** Receives counters. */
  @FunctionalInterface
  public interface CounterVisitor {
    /**
     * Receives a counter.
     *
     * @param id the counter's id; if an id is visited several times, its counts add up
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
   * belong to a single thread have the owner {@link ProfileSet#CARRIERS} or {@link
   * ProfileSet#SHARED}.
   */
  public static SegmentCounters byThread(
      SegmentReader segment, FailureLog failures, IntPredicate parts) {
    return byThread(segment, failures, parts, false);
  }

  /** Returns the owner that a block's counters have in the result of {@link #byThread}. */
  static int owner(SegmentReader segment, int block) {
    return segment.carrier(block)
        ? ProfileSet.CARRIERS
        : ownerOfLease(segment, segment.lease(block));
  }

  /** Returns the counters of some parts of a dead target's recording, by lease. */
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
   * Visits an owner's counters, except those that are 0. Leaves out a damaged counter and the
   * counters after it in the same page or, in a table, in the same block. Reports the damage unless
   * the target may be alive.
   */
  public void visit(int owner, CounterVisitor visitor) {
    visit(owner, Long.MAX_VALUE, visitor);
  }

  /**
   * Does what {@link #visit(int, CounterVisitor)} does, but visits only counters with ids below
   * {@code end}.
   */
  void visit(int owner, long end, CounterVisitor visitor) {
    for (int block : blocks.getOrDefault(owner, List.of())) {
      visitBlock(block, end, visitor);
      segment.release(block);
    }
  }

  void visitBlock(int block, CounterVisitor visitor) {
    visitBlock(block, Long.MAX_VALUE, visitor);
  }

  private void visitBlock(int block, long end, CounterVisitor visitor) {
    visitPages(
        block,
        (offset, firstId) -> {
          int length = below(end, firstId, COUNTERS_PER_PAGE);
          for (int at = 0; at < length; at++) {
            if (!visit(block, offset, firstId, at, visitor)) {
              return false;
            }
          }
          return true;
        });
  }

  /**
   * Visits all counters by ascending id, except those that are 0. All threads' counters of one id
   * are visited together.
   *
   * <p>A running target adds to counters during the visit. An activation adds to its method's
   * counters in the reverse order of their ids: entries first, paths or a whole word last. So if
   * the visit includes something that an activation counted, it also includes what the activation
   * had counted before. There are two exceptions. An entry may be counted on a page that the target
   * began after the visit had listed the pages. And a path that ends with an athrow is counted
   * before its exception, although the exception's counter has the higher id.
   */
  void visitById(CounterValues.Visitor visitor) {
    Map<Long, List<Page>> pages = new TreeMap<>();
    blocks.forEach(
        (owner, ofOwner) ->
            ofOwner.forEach(
                block ->
                    visitPages(
                        block,
                        (offset, firstId) ->
                            pages
                                .computeIfAbsent(firstId, id -> new ArrayList<>())
                                .add(new Page(owner, block, offset)))));
    pages.forEach(
        (firstId, sharing) -> {
          for (int number = 0; number < COUNTERS_PER_PAGE; number++) {
            int at = number;
            sharing.removeIf(
                page ->
                    !visit(
                        page.block,
                        page.offset,
                        firstId,
                        at,
                        (id, count) -> visitor.visit(page.owner, id, count)));
          }
        });
    blocks.values().forEach(ofOwner -> ofOwner.forEach(segment::release));
  }

  private static final class Page {
    final int owner;
    final int block;
    final int offset;

    Page(int owner, int block, int offset) {
      this.owner = owner;
      this.block = block;
      this.offset = offset;
    }
  }

  @FunctionalInterface
  private interface PageVisitor {
    /**
     * Receives a page. If the page belongs to a table, returns whether to go on with the block's
     * next page. Otherwise, the result isn't used.
     */
    boolean visit(int offset, long firstId);
  }

  /** Visits the pages of a block. If the block belongs to a table, it consists of pages only. */
  private void visitPages(int block, PageVisitor visitor) {
    if (segment.state(block) == BLOCK_TABLE) {
      long firstId = segment.sequence(block) * COUNTERS_PER_BLOCK;
      int offset = 0;
      while (offset < BLOCK_BYTES && visitor.visit(offset, firstId + offset / 8)) {
        offset += PAGE_BYTES;
      }
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
      visitor.visit(PAGE_BYTES * (slot + 1), (entry - 1L) * COUNTERS_PER_PAGE);
    }
  }

  /**
   * Returns how many of {@code count} ids from {@code firstId} on are below {@code end}. In a
   * damaged block, {@code firstId} may be any number.
   */
  private static int below(long end, long firstId, int count) {
    return firstId <= end - count ? count : (int) Math.max(end - firstId, 0);
  }

  /**
   * Visits the counter at place {@code at} of a page unless it is 0; returns false if the counter
   * is damaged.
   */
  private boolean visit(int block, int offset, long firstId, int at, CounterVisitor visitor) {
    long count = segment.longAt(block, offset + 8 * at);
    if (count == 0) {
      return true;
    }
    long id = firstId + at;
    if (id < 1 || id > idCount || count < 0) {
      if (!isLive) {
        failures.add(
            "counter block "
                + block
                + " is damaged: id "
                + id
                + " of "
                + idCount
                + " has count "
                + count);
      }
      return false;
    }
    visitor.visit((int) id, count);
    return true;
  }
}
