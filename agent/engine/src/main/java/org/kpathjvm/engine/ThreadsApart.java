package org.kpathjvm.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.SetsFullException;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.ipf.ConversionLimits;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.segment.CounterSource;
import org.kpathjvm.engine.segment.ProfileOptions;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.StreamProfile;

/**
 * Converts the profiles of threads that are counted separately into a k-IPF for each thread. The
 * conversion may rearrange the profiles' tables, but doesn't change the counts.
 */
final class ThreadsApart {
  private final SegmentReader segment;
  private final ProfileSet profiles;
  private final CounterSource pages;
  private int rowsOfOthers;

  ThreadsApart(SegmentReader segment, ProfileSet profiles, CounterSource counters) {
    this.segment = segment;
    this.profiles = profiles;
    pages = counters;
  }

  /**
   * Returns the results of the threads in the order in which they first recorded data, then the
   * result of the platform threads that can't be distinguished ({@link ThreadResult}), and finally
   * the result of the virtual threads. Returns an empty Optional if counts were folded, or if there
   * isn't enough memory for the complete k-IPFs of all threads.
   */
  Optional<List<ThreadResult>> run() {
    SortedMap<Integer, List<StreamProfile>> byOwner = new TreeMap<>(Integer::compareUnsigned);
    for (int owner : pages.owners()) {
      byOwner.put(owner, new ArrayList<>());
    }
    for (StreamProfile profile : profiles.all()) {
      byOwner.computeIfAbsent(profile.owner(), owner -> new ArrayList<>()).add(profile);
    }
    List<ThreadResult> results = new ArrayList<>();
    for (int owner : byOwner.keySet()) {
      Optional<PathForest> forest = forest(byOwner.get(owner));
      if (forest.isEmpty()) {
        return Optional.empty();
      }
      String name = owner < 0 ? "" : segment.threadName(owner);
      results.add(new ThreadResult(pages, owner, name, forest.get().moveToBuffers()));
    }
    return Optional.of(results);
  }

  private Optional<PathForest> forest(List<StreamProfile> parts) {
    ProfileOptions options = profiles.options();
    if (options.k() == 1) {
      HashPathCounter sum = new HashPathCounter();
      parts.forEach(part -> sum.addAll(part.counter()));
      return Optional.of(PathForestBuilder.build(sum));
    }
    List<SequenceCounter> counters =
        parts.stream().flatMap(part -> part.counters().stream()).toList();
    if (counters.size() == 1) {
      return convert(counters.get(0), profiles.bytes());
    }
    SequenceCounter sum = options.newSequenceCounter();
    counters.forEach(sum::addAll);
    return convert(sum, profiles.bytes() + sum.bytes());
  }

  /**
   * Returns the complete k-IPF of a counter; empty if counts were folded, or if the k-IPF doesn't
   * fit into the memory together with the earlier k-IPFs and the {@code bytes} that are in use.
   */
  private Optional<PathForest> convert(SequenceCounter counter, long bytes) {
    counter.settle(new FoldedContexts(profiles.options().k()));
    if (!counter.foldLog().isEmpty()) {
      return Optional.empty();
    }
    ConversionLimits all = profiles.memory().conversion(bytes + counter.sequencesBytes());
    int rows = Math.max(all.rows() - rowsOfOthers, 0);
    try {
      PathForest result =
          PathForestBuilder.build(
              counter, profiles.options().k(), new ConversionLimits(rows, all.bytes()));
      rowsOfOthers += result.size();
      return result.leastCount() > 1 ? Optional.empty() : Optional.of(result);
    } catch (SetsFullException e) {
      return counter.compact() ? convert(counter, bytes) : Optional.empty();
    }
  }
}
