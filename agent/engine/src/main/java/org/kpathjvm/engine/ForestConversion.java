package org.kpathjvm.engine;

import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuffers;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.ksf.SlabForest;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.StreamProfile;

/** Adds all threads' profiles up and converts the sum into the k-IPF. */
final class ForestConversion {
  private final ProfileSet profiles;
  private final FailureLog failures;
  private final EngineStatistics statistics;

  ForestConversion(ProfileSet profiles, FailureLog failures, EngineStatistics statistics) {
    this.profiles = profiles;
    this.failures = failures;
    this.statistics = statistics;
  }

  /** The k-IPF; the profiles are used up. */
  PathForestBuffers run() {
    profiles.all().forEach(statistics::addProfile);
    HashPathCounter counter = new HashPathCounter();
    SlabForest sum = null;
    for (StreamProfile profile : profiles.all()) {
      if (profile.counter() != null) {
        counter.addAll(profile.counter());
      }
      if (profile.forest() != null && (sum == null || profile.forest().size() > sum.size())) {
        sum = profile.forest();
      }
    }
    for (StreamProfile profile : profiles.all()) {
      if (profile.forest() != null && profile.forest() != sum) {
        sum.addAll(profile.forest());
      }
    }
    profiles.clear();
    PathForest forest =
        sum == null
            ? PathForestBuilder.build(counter)
            : PathForestBuilder.build(sum, profiles.options().k());
    statistics.addResult(forest, counter);
    if (sum != null && profiles.options().alsoBlpp()) {
      compare(forest, counter);
    }
    return forest.moveToBuffers();
  }

  /** The 1-grams of a k-IPF are BLPP's counts. */
  private void compare(PathForest forest, HashPathCounter counter) {
    int roots = 0;
    for (int row = 0; row < forest.size(); row++) {
      if (forest.depth(row) != 1) {
        continue;
      }
      roots++;
      long expected = counter.count(forest.path(row));
      if (forest.count(row) != expected) {
        failures.add(
            "the k-IPF counts path "
                + forest.path(row)
                + " "
                + forest.count(row)
                + " times, BLPP "
                + expected
                + " times");
        return;
      }
    }
    if (roots != counter.size()) {
      failures.add("the k-IPF has " + roots + " paths, BLPP " + counter.size());
    }
  }
}
