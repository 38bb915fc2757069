package org.kpathjvm.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.kpathjvm.engine.hash.HashPathCounter;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.ksf.ForestOptions;
import org.kpathjvm.engine.ksf.SlabForest;
import org.kpathjvm.engine.segment.CounterPages;
import org.kpathjvm.engine.segment.ProfileOptions;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.StreamProfile;

/** Converts the profiles of a segment whose threads are counted apart; they stay as they are. */
final class ThreadConversion {
  private final SegmentReader segment;
  private final ProfileSet profiles;

  ThreadConversion(SegmentReader segment, ProfileSet profiles) {
    this.segment = segment;
    this.profiles = profiles;
  }

  /** In the order in which the threads first recorded, then the others, then virtual threads. */
  List<ThreadResult> run() {
    SortedMap<Integer, List<StreamProfile>> byOwner = new TreeMap<>(Integer::compareUnsigned);
    for (int owner : CounterPages.owners(segment)) {
      byOwner.put(owner, new ArrayList<>());
    }
    for (StreamProfile profile : profiles.all()) {
      byOwner.computeIfAbsent(profile.owner(), owner -> new ArrayList<>()).add(profile);
    }
    List<ThreadResult> results = new ArrayList<>();
    byOwner.forEach((owner, parts) -> results.add(result(owner, parts)));
    return results;
  }

  private ThreadResult result(int owner, List<StreamProfile> parts) {
    String name = owner < 0 ? "" : segment.threadName(owner);
    return new ThreadResult(segment, owner, name, forest(parts).moveToBuffers());
  }

  private PathForest forest(List<StreamProfile> parts) {
    ProfileOptions options = profiles.options();
    if (options.k() == 1) {
      HashPathCounter sum = new HashPathCounter();
      parts.forEach(part -> sum.addAll(part.counter()));
      return PathForestBuilder.build(sum);
    }
    if (parts.size() == 1) {
      return PathForestBuilder.build(parts.get(0).forest(), options.k());
    }
    SlabForest sum =
        new SlabForest(new ForestOptions(options.k(), options.moveToFront(), options.childIndex()));
    parts.forEach(part -> sum.addAll(part.forest()));
    return PathForestBuilder.build(sum, options.k());
  }
}
