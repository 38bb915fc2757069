package org.kpathjvm.engine;

import java.util.List;
import org.kpathjvm.engine.counting.CounterSum;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.SetsFullException;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.ipf.PathForestException;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.StreamProfile;

/** Merges the counts of all threads: adds them up and converts the sum into the k-IPF. */
final class ThreadMerge {
  private final ProfileSet profiles;
  private final EngineStatistics statistics;

  ThreadMerge(ProfileSet profiles, EngineStatistics statistics) {
    this.profiles = profiles;
    this.statistics = statistics;
  }

  /** Returns the k-IPF. The profiles can't be used afterwards. */
  EngineResult.Forest run() {
    profiles.all().forEach(statistics::addProfile);
    int k = profiles.options().k();
    HashPathCounter counter = new HashPathCounter();
    for (StreamProfile profile : profiles.all()) {
      if (profile.counter() != null) {
        counter.addAll(profile.counter());
      }
    }
    SequenceCounter sum = sum();
    FoldedContexts contexts = new FoldedContexts(k);
    PathForest forest;
    if (sum == null) {
      forest = PathForestBuilder.build(counter);
    } else {
      sum.settle(contexts);
      forest = convert(sum, contexts);
      statistics.addFolding(sum.foldLog(), contexts);
    }
    statistics.addResult(forest);
    return new EngineResult.Forest(forest.moveToBuffers(), FoldedBuffers.of(contexts));
  }

  private PathForest convert(SequenceCounter sum, FoldedContexts contexts) {
    while (true) {
      try {
        return PathForestBuilder.build(
            sum,
            profiles.options().k(),
            profiles.memory().conversion(sum.bytes() + sum.sequencesBytes()));
      } catch (SetsFullException e) {
        if (sum.compact()) {
          sum.settle(contexts);
          continue;
        }
        int before = sum.size();
        sum.fold();
        sum.trim();
        sum.settle(contexts);
        if (sum.size() == before) {
          throw new PathForestException(
              "the engine's memory is too small for "
                  + sum.size()
                  + " sequences; give more with --engine-memory");
        }
      }
    }
  }

  /** Returns the sum of all counters; null if there are no counters. */
  private SequenceCounter sum() {
    List<SequenceCounter> counters =
        profiles.all().stream().flatMap(profile -> profile.counters().stream()).toList();
    profiles.clear();
    return CounterSum.of(counters, profiles.memory().tableBytes());
  }
}
