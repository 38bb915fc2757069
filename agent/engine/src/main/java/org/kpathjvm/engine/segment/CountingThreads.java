package org.kpathjvm.engine.segment;

import java.util.Collection;
import java.util.List;
import org.kpathjvm.engine.sharing.SharedCounting;

/**
 * The threads that count the paths that a drain decodes. At first the drain's own thread counts.
 * Later, several threads may share the counting.
 */
final class CountingThreads {
  private final StreamProfile.Source profiles;
  private final int drain;
  private boolean mayShare = true;
  private int threadsWhenBehind;

  /** Null while the drain's own thread counts. */
  private SharedCounting sharing;

  private List<DrainMemory> memories;

  CountingThreads(StreamProfile.Source profiles, int drain) {
    this.profiles = profiles;
    this.drain = drain;
  }

  /** Lets several threads share the counting as soon as one thread can't keep up. */
  void shareWhenBehind(int threads) {
    threadsWhenBehind = threads;
  }

  void areBehind(DrainedStreams streams) {
    share(threadsWhenBehind, streams);
  }

  /** Makes several threads count from now on, if there is enough memory. */
  void share(int threads, DrainedStreams streams) {
    if (threads > 1 && mayShare) {
      // If there isn't enough memory now, there won't be enough later.
      mayShare = false;
      memories = profiles.divideMemory(drain, threads);
      if (memories.size() > 1) {
        sharing =
            new SharedCounting("kpath-count-" + drain, memories.size(), profiles::hasAmpleMemory);
        Collection<StreamProfile> begun = streams.profiles();
        begun.forEach(profile -> profile.share(sharing, memories));
      }
    }
  }

  /** Returns the profile in which the stream of a lease is counted. */
  StreamProfile profile(SegmentReader segment, int lease, boolean isCarrier) {
    StreamProfile profile = profiles.of(segment, drain, lease, isCarrier);
    if (sharing != null && !profile.isShared()) {
      profile.share(sharing, memories);
    }
    return profile;
  }

  /** Waits until all decoded paths have been counted. */
  void rest() {
    if (sharing != null) {
      sharing.rest();
    }
  }

  /** Counts the remaining paths, and ends the threads. */
  void finish() {
    if (sharing != null) {
      sharing.finish();
    }
  }
}
