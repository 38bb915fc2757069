package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import org.kpathjvm.engine.ipf.PathForestBuffers;
import org.kpathjvm.engine.segment.CounterSource;
import org.kpathjvm.engine.segment.ProfileSet;

/**
 * The results of one platform thread, of all virtual threads together, or of all platform threads
 * that can't be distinguished. Threads can't be distinguished if their counts are in leases that
 * any thread may take over from a dead thread. Successive threads with the same name may share one
 * result.
 */
public final class ThreadResult {
  private final CounterSource pages;
  private final int owner;
  private final String name;
  private final PathForestBuffers forest;

  ThreadResult(CounterSource pages, int owner, String name, PathForestBuffers forest) {
    this.pages = pages;
    this.owner = owner;
    this.name = name;
    this.forest = forest;
  }

  /**
   * Returns {@code thread} (one platform thread), {@code virtual} (all virtual threads) or {@code
   * others} (all platform threads that can't be distinguished).
   */
  public String kind() {
    return owner == ProfileSet.CARRIERS
        ? "virtual"
        : owner == ProfileSet.SHARED ? "others" : "thread";
  }

  /**
   * Returns the name that the thread had when it first recorded data; a long name is shortened. The
   * name is empty if the kind isn't {@code thread}.
   */
  public String name() {
    return name;
  }

  /**
   * Returns the counters in a direct buffer in native byte order: a long for each id; index 0 is
   * unused. Each call makes a new buffer.
   */
  public ByteBuffer counters() {
    return pages.sum(owner);
  }

  /** Returns the k-IPF. */
  public PathForestBuffers forest() {
    return forest;
  }

  long bytes() {
    return forest.bytes();
  }
}
