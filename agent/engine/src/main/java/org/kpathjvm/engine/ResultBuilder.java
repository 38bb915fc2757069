package org.kpathjvm.engine;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.kpathjvm.engine.counting.TablesFullException;
import org.kpathjvm.engine.segment.CountedWholes;
import org.kpathjvm.engine.segment.CounterSource;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.SegmentReader;

/**
 * Builds a session's results from the profiles of all threads. The profiles can't be used
 * afterwards.
 */
final class ResultBuilder {
  private final SegmentReader segment;
  private final ProfileSet profiles;
  private final FailureLog failures;
  private final EngineStatistics statistics;
  private boolean threadsLeftOut;
  private boolean tablesAreFull;
  private long wholeEvents;

  ResultBuilder(
      SegmentReader segment,
      ProfileSet profiles,
      FailureLog failures,
      EngineStatistics statistics) {
    this.segment = segment;
    this.profiles = profiles;
    this.failures = failures;
    this.statistics = statistics;
  }

  /** Returns whether threads were counted separately but have no results. */
  boolean threadsLeftOut() {
    return threadsLeftOut;
  }

  /**
   * Returns the number of path completions that the target counted with counters of whole words
   * ({@link CountedWholes}).
   */
  long wholeEvents() {
    return wholeEvents;
  }

  /** Returns whether results are missing because the counts don't fit into the memory. */
  boolean tablesAreFull() {
    return tablesAreFull;
  }

  /**
   * Builds the counters, then the threads' results, then the k-IPF. If one of these can't be built,
   * the failure is added to the log, and that result and the later ones are empty.
   */
  EngineResult build(Supplier<CounterSource> source) {
    ByteBuffer counters = EngineResult.empty().counters();
    EngineResult.Forest forest = EngineResult.Forest.empty();
    List<ThreadResult> threads = List.of();
    try {
      CountedWholes found = new CountedWholes(segment, source.get(), failures);
      if (profiles.options().counts()) {
        found.addTo(profiles);
        statistics.addWholes(found.counts());
        wholeEvents = found.counts().events();
      }
      counters = found.sum();
      if (profiles.options().counts()) {
        threads = threadsApart(found);
        forest = new ThreadMerge(profiles, statistics).run();
      } else {
        profiles.all().forEach(statistics::addProfile);
      }
    } catch (OutOfMemoryError e) {
      failures.add(
          "out of memory while building the results ("
              + e.getMessage()
              + "): give more with --engine-memory");
    } catch (TablesFullException e) {
      tablesAreFull = true;
      failures.add(TablesFullException.line(profiles.memory().bytes()));
    } catch (RuntimeException e) {
      failures.add(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    profiles.clear();
    return new EngineResult(counters, forest, threads, statistics.toJson());
  }

  private List<ThreadResult> threadsApart(CounterSource counters) {
    if (segment.threadRows() == 0) {
      return List.of();
    }
    // If counts were folded, their error is known only for all threads together, not for each
    // thread. So there are no results of single threads.
    Optional<List<ThreadResult>> apart =
        profiles.isFolded()
            ? Optional.empty()
            : new ThreadsApart(segment, profiles, counters).run();
    threadsLeftOut = apart.isEmpty();
    return apart.orElse(List.of());
  }
}
