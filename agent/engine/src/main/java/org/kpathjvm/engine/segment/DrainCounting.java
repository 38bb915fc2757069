package org.kpathjvm.engine.segment;

import java.util.Collection;
import java.util.function.Supplier;

/**
 * Decodes the words of a drain's streams, and counts the records and paths. The {@link
 * CountingThreads} count the sequences.
 */
final class DrainCounting implements DrainControl.Counted {
  private final StreamCounts counts = new StreamCounts();
  private final WordDecoder decoder;
  private final CountingThreads threads;
  private final Supplier<Collection<StreamProfile>> profiles;
  private volatile long events;

  /**
   * Creates an object without counts.
   *
   * @param profiles returns the profiles in which the drain's streams are counted
   */
  DrainCounting(
      BlockLedger blocks, CountingThreads threads, Supplier<Collection<StreamProfile>> profiles) {
    decoder = new WordDecoder(blocks, counts);
    this.threads = threads;
    this.profiles = profiles;
  }

  /** Returns the decoder, which the streams call directly. */
  WordDecoder decoder() {
    return decoder;
  }

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

  /** Counts the remaining decoded paths. Called when all words have been read. */
  void complete() {
    try {
      decoder.complete();
    } finally {
      threads.finish();
    }
  }

  void tellEvents() {
    events = counts.events;
  }

  /**
   * Returns how many path completions were decoded since the last call of {@link #forget}. The
   * number is updated after each chunk and each turn. Any thread may call this.
   */
  long events() {
    return events;
  }

  /** Returns the numbers of decoded records and paths. The drain must not be running. */
  StreamCounts counts() {
    return counts;
  }
}
