package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.ipf.PathForestBuffers;
import org.kpathjvm.engine.segment.CounterLedger;
import org.kpathjvm.engine.segment.CounterSource;
import org.kpathjvm.engine.segment.CounterValues;
import org.kpathjvm.engine.segment.DrainControl;
import org.kpathjvm.engine.segment.EngineMemory;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.StreamDrain;
import org.kpathjvm.engine.segment.StreamProfile;

/**
 * The results of the data that a running target has emitted up to a certain moment. Each drain
 * copies its counts, either at once or as soon as the drain has counted all data that was emitted
 * before this moment. The copies are converted into the k-IPF in the same way as the counts at the
 * end of a recording.
 */
public final class EngineSnapshot {
  private final FailureLog failures = new FailureLog();
  private final EngineResult result;
  private final boolean threadsLeftOut;
  private final long copiedBytes;
  private final long uncountedBytes;
  private long events;

  EngineSnapshot(
      SegmentReader segment,
      ProfileSet profiles,
      FailureLog failuresUntilNow,
      CounterLedger counters,
      long uncountedBytes,
      List<DrainWorker> workers) {
    this(
        segment,
        profiles,
        failuresUntilNow,
        () -> counters.counted(CounterLedger.ALL),
        uncountedBytes > 0 ? DrainControl::atOnce : DrainControl::afterwards,
        uncountedBytes,
        workers);
  }

  EngineSnapshot(
      SegmentReader segment,
      ProfileSet profiles,
      FailureLog failuresUntilNow,
      CounterValues counters,
      int part,
      List<DrainWorker> workers) {
    this(
        segment,
        profiles,
        failuresUntilNow,
        () -> counters,
        (control, work) -> control.afterParts(part, work),
        0,
        workers);
  }

  private interface Copying {
    CompletableFuture<List<StreamProfile>> ask(
        DrainControl control, Function<Collection<StreamProfile>, List<StreamProfile>> copy);
  }

  private EngineSnapshot(
      SegmentReader segment,
      ProfileSet profiles,
      FailureLog failuresUntilNow,
      Supplier<CounterSource> counters,
      Copying copying,
      long uncountedBytes,
      List<DrainWorker> workers) {
    this.uncountedBytes = uncountedBytes;
    EngineMemory memory = profiles.memory().ofCopy();
    ProfileSet copies = new ProfileSet(profiles.options(), memory);
    EngineStatistics statistics = new EngineStatistics(segment, profiles);
    Room room = new Room(memory);
    List<CompletableFuture<List<StreamProfile>>> asked = new ArrayList<>();
    for (DrainWorker worker : workers) {
      StreamDrain drain = worker.drain();
      asked.add(
          copying.ask(
              drain.control(),
              streamProfiles -> {
                synchronized (statistics) {
                  statistics.addDrain(drain);
                  events += drain.counts().events();
                }
                return room.copies(streamProfiles);
              }));
    }
    try {
      asked.forEach(future -> future.join().forEach(copies::add));
    } catch (CompletionException e) {
      throw refused(e.getCause());
    }
    if (failuresUntilNow.text() != null) {
      failures.add(failuresUntilNow.text());
    }
    copiedBytes = copies.bytes();
    int folds = copies.folds();
    ResultBuilder builder = new ResultBuilder(segment, copies, failures, statistics);
    result = builder.build(counters);
    events += builder.wholeEvents();
    threadsLeftOut = builder.threadsLeftOut();
    if (builder.tablesAreFull() || statistics.folds() > folds) {
      throw tooSmall(memory);
    }
  }

  private static IllegalStateException tooSmall(EngineMemory memory) {
    return new IllegalStateException(
        "a copy of the counts doesn't fit into "
            + (memory.bytes() >> 20)
            + " MiB, the part of the engine's memory for copies; give more with --engine-memory");
  }

  private static IllegalStateException refused(Throwable cause) {
    if (cause instanceof OutOfMemoryError) {
      return new IllegalStateException("the engine's memory is too small for a copy", cause);
    }
    return cause instanceof IllegalStateException
        ? (IllegalStateException) cause
        : new IllegalStateException(cause);
  }

  /**
   * The memory for all copies together. If the copies don't fit into this memory, the snapshot
   * fails; counts aren't folded to make room.
   */
  private static final class Room {
    private final EngineMemory memory;
    private final AtomicLong left;

    Room(EngineMemory memory) {
      this.memory = memory;
      left = new AtomicLong(memory.tableBytes());
    }

    List<StreamProfile> copies(Collection<StreamProfile> profiles) {
      CountingMemory tables =
          (asking, moreBytes) -> {
            require(moreBytes);
            return true;
          };
      List<StreamProfile> copies = new ArrayList<>();
      for (StreamProfile profile : profiles) {
        copies.add(profile.copy(tables));
      }
      return copies;
    }

    private void require(long bytes) {
      if (left.addAndGet(-bytes) < 0) {
        throw tooSmall(memory);
      }
    }
  }

  /**
   * Returns one line about data that couldn't be read or results that couldn't be built; null if
   * there is no failure.
   */
  public String failure() {
    return failures.text();
  }

  /**
   * Returns the approximate number of bytes that had been emitted but not counted when the copies
   * were made; 0 if the copies were made only after everything had been counted.
   */
  public long uncountedBytes() {
    return uncountedBytes;
  }

  /** Returns the number of streamed path completions that the snapshot's results include. */
  public long events() {
    return events;
  }

  /** Returns the number of bytes in the copies and in the results. */
  public long engineBytes() {
    return copiedBytes + result.bytes();
  }

  /** Returns the statistics as a JSON object, as {@link EngineSession#statisticsJson} does. */
  public String statisticsJson() {
    return result.statistics();
  }

  /**
   * Returns the counters in a direct buffer in native byte order: a long for each id; index 0 is
   * unused.
   */
  public ByteBuffer counters() {
    return result.counters();
  }

  /** Returns the k-IPF. */
  public PathForestBuffers forest() {
    return result.forest().nodes();
  }

  /** Returns the error that folding has caused in the counts of the k-IPF. */
  public FoldedBuffers folded() {
    return result.forest().folded();
  }

  /**
   * Returns the results of each thread; an empty list if threads weren't counted separately or were
   * {@linkplain #threadsLeftOut left out}.
   */
  public List<ThreadResult> threads() {
    return result.threads();
  }

  /** Returns whether threads were counted separately but have no results. */
  public boolean threadsLeftOut() {
    return threadsLeftOut;
  }
}
