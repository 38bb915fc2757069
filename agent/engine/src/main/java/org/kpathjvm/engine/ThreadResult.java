package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import org.kpathjvm.engine.ipf.PathForestBuffers;
import org.kpathjvm.engine.segment.CounterSource;
import org.kpathjvm.engine.segment.ProfileSet;

/**
 * What one thread did, or all virtual threads, or all threads without a lease of their own. Several
 * threads of one name that lived one after the other may share one result.
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

  /** Returns {@code thread}, {@code virtual} (all virtual threads) or {@code others}. */
  public String kind() {
    return owner == ProfileSet.CARRIERS
        ? "virtual"
        : owner == ProfileSet.SHARED ? "others" : "thread";
  }

  /**
   * Returns the name that the thread had when it recorded first, or the beginning of that name;
   * empty for the other kinds.
   */
  public String name() {
    return name;
  }

  /**
   * Returns the counters: a long for each id, index 0 unused; direct, native order. They are made
   * anew at each call.
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
