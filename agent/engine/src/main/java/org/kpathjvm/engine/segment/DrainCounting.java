package org.kpathjvm.engine.segment;

import java.util.Collection;
import java.util.function.Supplier;

/** What a drain decodes, and how much that is. {@link CountingThreads} count it. */
final class DrainCounting implements DrainControl.Counted {
  private final StreamCounts counts = new StreamCounts();
  private final WordDecoder decoder;
  private final CountingThreads threads;
  private final Supplier<Collection<StreamProfile>> profiles;
  private volatile long events;

  /**
   * Nothing as yet.
   *
   * @param profiles those that the drain's streams are counted in
   */
  DrainCounting(
      BlockLedger blocks, CountingThreads threads, Supplier<Collection<StreamProfile>> profiles) {
    decoder = new WordDecoder(blocks, counts);
    this.threads = threads;
    this.profiles = profiles;
  }

  /** What makes paths of words; streams call it themselves, so that no word passes through here. */
  WordDecoder decoder() {
    return decoder;
  }

  /** Who counts what is decoded. */
  CountingThreads threads() {
    return threads;
  }

  @Override
  public Collection<StreamProfile> rest() {
    decoder.complete();
    threads.rest();
    return profiles.get();
  }

  @Override
  public void forget() {
    rest().forEach(StreamProfile::reset);
    counts.clear();
    events = 0;
  }

  @Override
  public void endActivations() {
    rest().forEach(StreamProfile::endActivations);
  }

  /** All has been read. */
  void complete() {
    try {
      decoder.complete();
    } finally {
      threads.finish();
    }
  }

  /** Has {@link #events} say how far it is; called after each chunk. */
  void tellEvents() {
    events = counts.events;
  }

  /** Completions of paths until a moment ago; from any thread. */
  long events() {
    return events;
  }

  /** What was decoded; only when the drain is at rest. */
  StreamCounts counts() {
    return counts;
  }
}
