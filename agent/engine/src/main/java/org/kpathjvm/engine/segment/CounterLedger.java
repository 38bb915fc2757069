package org.kpathjvm.engine.segment;

/**
 * The counters of a recording that is cut into parts while it is recorded. A thread's counters of a
 * part stay where they are until the thread has begun a later part; then they are closed and final,
 * and are taken into account here, and their blocks go back. So the memory of a recording doesn't
 * grow with the number of its cuts.
 *
 * <p>For any number of threads.
 */
public final class CounterLedger {
  /** Above all parts. */
  public static final int ALL = Integer.MAX_VALUE;

  private final SegmentReader segment;
  private final FailureLog failures;

  /** Those that were closed. */
  private CounterValues settled = new CounterValues();

  /** What of all counters is of no account, as it has been told already. */
  private CounterValues told = new CounterValues();

  private int first;

  public CounterLedger(SegmentReader segment, FailureLog failures) {
    this.segment = segment;
    this.failures = failures;
  }

  /** Lower parts were dropped while they were recorded. */
  public synchronized void begin(int firstPart) {
    first = firstPart;
  }

  /** Whether there was anything but the segment's counters of all parts. */
  public synchronized boolean isUntouched() {
    return first == 0 && settled.owners().isEmpty() && told.owners().isEmpty();
  }

  /**
   * Takes a block of counters that is closed; called by the drain that has the ledger of blocks.
   */
  synchronized void take(int block, BlockLedger blocks) {
    if (segment.part(block) >= first) {
      int owner = SegmentCounters.owner(segment, block);
      SegmentCounters none = SegmentCounters.byThread(segment, failures, part -> false, false);
      none.visitBlock(block, (id, count) -> settled.add(owner, id, count));
    }
    // A stream that is recorded has what was dropped, too.
    blocks.keepCounters(block);
    segment.free(block);
  }

  /** Lower parts are of no account from now on. */
  public synchronized void drop(int lowerThan) {
    segment.setFirstPart(lowerThan);
    first = lowerThan;
    settled = new CounterValues();
    told = new CounterValues();
  }

  /** What counts of the parts below one, by thread where threads are counted apart. */
  public synchronized CounterValues counted(int below) {
    SegmentCounters open =
        SegmentCounters.byThread(segment, failures, part -> part >= first && part < below, true);
    return CounterValues.of(open).plus(settled, 1).plus(told, -1);
  }

  /**
   * Counters that {@link #counted} has given are of no account any more. What comes to these parts
   * by calls of probes that were under way then isn't lost: it counts from now on.
   *
   * @param below as it was there
   */
  public synchronized void tell(CounterValues values, int below) {
    told = told.plus(values, 1);
    // For whoever recovers the recording these parts are over.
    segment.setFirstPart(below);
  }
}
