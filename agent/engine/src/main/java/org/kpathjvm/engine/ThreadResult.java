package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import org.kpathjvm.engine.ipf.PathForestBuffers;
import org.kpathjvm.engine.segment.CounterSource;
import org.kpathjvm.engine.segment.ProfileSet;

/**
 * What one thread did, or all virtual threads, or all threads without a lease of their own. Several
 * threads of one name that lived one after the other may be one of these.
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

  /** {@code thread}, {@code virtual} (all virtual threads) or {@code others}. */
  public String kind() {
    return owner == ProfileSet.CARRIERS
        ? "virtual"
        : owner == ProfileSet.SHARED ? "others" : "thread";
  }

  /** The thread's name when it recorded first, or its beginning; empty for the other kinds. */
  public String name() {
    return name;
  }

  /** A long per id, index 0 unused; direct, native order; made anew at each call. */
  public ByteBuffer counters() {
    return pages.sum(owner);
  }

  /** Its k-IPF. */
  public PathForestBuffers forest() {
    return forest;
  }

  long bytes() {
    return forest.bytes();
  }
}
