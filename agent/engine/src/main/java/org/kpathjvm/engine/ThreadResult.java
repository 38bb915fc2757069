package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import org.kpathjvm.engine.ipf.PathForestBuffers;
import org.kpathjvm.engine.segment.CounterSource;
import org.kpathjvm.engine.segment.ProfileSet;

/**
 * The results of one thread, of all virtual threads, or of all other threads, whose leases are
 * handed on to threads of any name. Successive threads with the same name may share one result.
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
   * Returns {@code thread} (one thread), {@code virtual} (all virtual threads) or {@code others}
   * (all threads whose leases are handed on to threads of any name).
   */
  public String kind() {
    return owner == ProfileSet.CARRIERS
        ? "virtual"
        : owner == ProfileSet.SHARED ? "others" : "thread";
  }

  /**
   * Returns the name, or the beginning of the name, that the thread had when it first recorded
   * data; empty for the other kinds.
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
