package org.kpathjvm.engine.segment;

import java.util.Collection;
import java.util.function.Supplier;

/**
 * Decodes the words of a drain's streams, and knows how many records and paths there were. The
 * {@link CountingThreads} count the sequences.
 */
final class DrainCounting implements DrainControl.Counted {
  private final StreamCounts counts = new StreamCounts();
  private final WordDecoder decoder;
  private final CountingThreads threads;
  private final Supplier<Collection<StreamProfile>> profiles;
  private volatile long events;

  /**
   * Begins without counts.
   *
   * @param profiles returns the profiles that the drain's streams are counted in
   */
  DrainCounting(
      BlockLedger blocks, CountingThreads threads, Supplier<Collection<StreamProfile>> profiles) {
    decoder = new WordDecoder(blocks, counts);
    this.threads = threads;
    this.profiles = profiles;
  }

  /** Returns the decoder; streams call it directly, so no word passes through this class. */
  WordDecoder decoder() {
    return decoder;
  }

  /** Returns the threads that count. */
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

  /** Counts the rest, when everything has been read. */
  void complete() {
    try {
      decoder.complete();
    } finally {
      threads.finish();
    }
  }

  /** Updates {@link #events}; called after each chunk. */
  void tellEvents() {
    events = counts.events;
  }

  /** Returns the completions of paths up to the last chunk; from any thread. */
  long events() {
    return events;
  }

  /** Returns what was decoded. The drain must be at rest. */
  StreamCounts counts() {
    return counts;
  }
}
