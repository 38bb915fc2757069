package org.kpathjvm.engine.segment;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.kpathjvm.engine.mapping.SegmentException;

/**
 * The counters of a recording that is cut into parts while it is under way. When a thread has begun
 * a later part, the thread's counters of earlier parts are closed: they no longer change. This
 * class adds up closed counters and gives their blocks back to the target. So a recording's memory
 * doesn't grow with the number of cuts.
 *
 * <p>Thread-safe.
 */
public final class CounterLedger {
  /** A number that is larger than the number of any part. */
  public static final int ALL = Integer.MAX_VALUE;

  private final SegmentReader segment;
  private final FailureLog failures;

  /**
   * The sums of the closed counters by part. A part's counters may be closed before earlier parts
   * are reported or dropped, because a stop needn't wait until a dump or a reset is over.
   */
  private final TreeMap<Integer, CounterValues> settled = new TreeMap<>();

  /** The counts that have been reported and must not be counted again. */
  private CounterValues told = new CounterValues();

  private int first;
  private final WholeWordTable wholes;

  /** Whether it has been reported that the counters of whole words can't be read. */
  private boolean isDamageTold;

  /**
   * The number of path completions in closed counters of {@linkplain WholeWordTable whole words}.
   */
  private long closedWholePaths;

  public CounterLedger(SegmentReader segment, FailureLog failures) {
    this.segment = segment;
    this.failures = failures;
    wholes = new WholeWordTable(segment);
  }

  /** Notes that the parts below {@code firstPart} were dropped during the recording. */
  public synchronized void begin(int firstPart) {
    first = firstPart;
  }

  /** Returns whether all counters are still in the segment, and none was dropped or reported. */
  public synchronized boolean isUntouched() {
    return first == 0 && settled.isEmpty() && told.owners().isEmpty();
  }

  /**
   * Adds up the counters in a closed block, and frees the block. The calling drain passes its own
   * {@code blocks}.
   */
  synchronized void take(int block, BlockLedger blocks) {
    SegmentCounters none = SegmentCounters.byThread(segment, failures, part -> false, false);
    int owner = SegmentCounters.owner(segment, block);
    int part = segment.part(block);
    none.visitBlock(
        block,
        (id, count) -> {
          closedWholePaths += count * wholes.pathsOf(id);
          if (part >= first) {
            settled.computeIfAbsent(part, number -> new CounterValues()).add(owner, id, count);
          }
        });
    // The journal gets dropped counters, too, because it belongs to the recording, which must have
    // all counters.
    blocks.keepCounters(block);
    segment.free(block);
  }

  /** Drops the parts below {@code lowerThan}. */
  public synchronized void drop(int lowerThan) {
    segment.setFirstPart(lowerThan);
    first = lowerThan;
    settled.headMap(lowerThan).clear();
    told = new CounterValues();
  }

  /**
   * Returns the counters of the parts below {@code below}, without counts that were dropped or
   * reported. If threads are counted separately, each thread has its own counters in the result.
   */
  public synchronized CounterValues counted(int below) {
    SegmentCounters open =
        SegmentCounters.byThread(segment, failures, part -> part >= first && part < below, true);
    merge(below);
    CounterValues values = CounterValues.of(open).plus(told, -1);
    for (CounterValues part : settled.headMap(below).values()) {
      values = values.plus(part, 1);
    }
    return values;
  }

  /**
   * Adds up the closed counters of the parts below {@code below}, so that many cuts don't take much
   * memory. From now on, these parts can only be counted or dropped together.
   */
  public synchronized void merge(int below) {
    SortedMap<Integer, CounterValues> earlier = settled.headMap(below);
    if (earlier.size() > 1) {
      int lowest = earlier.firstKey();
      CounterValues sum = new CounterValues();
      for (CounterValues part : earlier.values()) {
        part.visit(sum::add);
      }
      earlier.clear();
      settled.put(lowest, sum);
    }
  }

  /**
   * Notes that {@code values}, which {@link #counted} returned, have been reported. Only these
   * counts are subtracted later, so what probes still add to the reported parts isn't lost.
   *
   * @param below the part that was passed to {@link #counted}
   */
  public synchronized void tell(CounterValues values, int below) {
    told = told.plus(values, 1);
    // If the recording is recovered later, the reported parts are left out.
    segment.setFirstPart(below);
  }

  /**
   * Returns the number of path completions in the counters of whole words, without counts that were
   * dropped or reported. If damage makes the counters unreadable, reports the damage and returns 0.
   */
  public synchronized long countedWholePaths() {
    return wholePaths(
        () -> {
          long[] paths = {openWholePaths(part -> part >= first)};
          for (CounterValues part : settled.values()) {
            part.visit((owner, id, count) -> paths[0] += count * wholes.pathsOf(id));
          }
          told.visit((owner, id, count) -> paths[0] -= count * wholes.pathsOf(id));
          return paths[0];
        });
  }

  /**
   * Returns the number of path completions in all counters of whole words, including dropped ones.
   * Treats damage as {@link #countedWholePaths} does.
   */
  public synchronized long seenWholePaths() {
    return wholePaths(() -> closedWholePaths + openWholePaths(part -> true));
  }

  private long wholePaths(LongSupplier sum) {
    try {
      return wholes.firstId() == 0 ? 0 : sum.getAsLong();
    } catch (SegmentException damaged) {
      if (!isDamageTold) {
        failures.add(damaged.getMessage());
        isDamageTold = true;
      }
      return 0;
    }
  }

  private long openWholePaths(IntPredicate parts) {
    long[] paths = {0};
    SegmentCounters open = SegmentCounters.byThread(segment, failures, parts, true);
    for (int owner : open.owners()) {
      open.visit(owner, wholes.endId(), (id, count) -> paths[0] += count * wholes.pathsOf(id));
    }
    return paths[0];
  }
}
