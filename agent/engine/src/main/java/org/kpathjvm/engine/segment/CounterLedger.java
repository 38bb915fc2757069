package org.kpathjvm.engine.segment;

import java.util.function.IntPredicate;

/**
 * The counters of a recording that is cut into parts while it is under way. A thread's counters of
 * a part stay in the segment until the thread has begun a later part. Then they are closed and
 * final. They are added up here, and their blocks are given back. So the memory of a recording
 * doesn't grow with the number of its cuts.
 *
 * <p>Can be used by any number of threads.
 */
public final class CounterLedger {
  /** A number above all parts. */
  public static final int ALL = Integer.MAX_VALUE;

  private final SegmentReader segment;
  private final FailureLog failures;

  /** The counters that were closed. */
  private CounterValues settled = new CounterValues();

  /** What isn't counted any more because a snapshot has reported it already. */
  private CounterValues told = new CounterValues();

  private int first;
  private final WholeWordTable wholes;

  /** The path completions that whole words' counters had when they were closed. */
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

  /**
   * Returns whether all counters are still in the segment, and none of them has been dropped or
   * reported.
   */
  public synchronized boolean isUntouched() {
    return first == 0 && settled.owners().isEmpty() && told.owners().isEmpty();
  }

  /**
   * Takes a block of counters that is closed. The drain that owns the ledger of blocks calls this.
   */
  synchronized void take(int block, BlockLedger blocks) {
    SegmentCounters none = SegmentCounters.byThread(segment, failures, part -> false, false);
    int owner = SegmentCounters.owner(segment, block);
    boolean isCounted = segment.part(block) >= first;
    none.visitBlock(
        block,
        (id, count) -> {
          closedWholePaths += count * wholes.pathsOf(id);
          if (isCounted) {
            settled.add(owner, id, count);
          }
        });
    // A recorded stream keeps what was dropped, too.
    blocks.keepCounters(block);
    segment.free(block);
  }

  /** Drops the parts below {@code lowerThan}. They aren't counted from now on. */
  public synchronized void drop(int lowerThan) {
    segment.setFirstPart(lowerThan);
    first = lowerThan;
    settled = new CounterValues();
    told = new CounterValues();
  }

  /**
   * Returns the counters of the parts below {@code below}, without what was dropped or reported.
   * They are by thread where threads are counted apart.
   */
  public synchronized CounterValues counted(int below) {
    SegmentCounters open =
        SegmentCounters.byThread(segment, failures, part -> part >= first && part < below, true);
    return CounterValues.of(open).plus(settled, 1).plus(told, -1);
  }

  /**
   * Notes that counters which {@link #counted} returned have been reported, so that they aren't
   * counted again. Calls of probes that were under way may still add to these parts. Those
   * additions aren't lost: they are counted from now on.
   *
   * @param below the part that was given to {@link #counted}
   */
  public synchronized void tell(CounterValues values, int below) {
    told = told.plus(values, 1);
    // For whoever recovers the recording, these parts are over.
    segment.setFirstPart(below);
  }

  /**
   * Returns how many path completions the counters of whole words have that {@link #counted} would
   * return.
   */
  public synchronized long countedWholePaths() {
    if (wholes.firstId() == 0) {
      return 0;
    }
    long[] paths = {openWholePaths(part -> part >= first)};
    settled.visit((owner, id, count) -> paths[0] += count * wholes.pathsOf(id));
    told.visit((owner, id, count) -> paths[0] -= count * wholes.pathsOf(id));
    return paths[0];
  }

  /**
   * Returns how many path completions the counters of whole words have, whether they are counted or
   * were dropped.
   */
  public synchronized long seenWholePaths() {
    return wholes.firstId() == 0 ? 0 : closedWholePaths + openWholePaths(part -> true);
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
