package org.kpathjvm.engine.segment;

import java.util.Collection;
import java.util.List;
import org.kpathjvm.engine.sharing.SharedCounting;

/**
 * The threads that count what a drain decodes: the drain's own, until several are to share that.
 */
final class CountingThreads {
  private final StreamProfile.Source profiles;
  private final int drain;
  private boolean mayShare = true;
  private int threadsWhenBehind;

  /** Null as long as the drain's thread counts. */
  private SharedCounting sharing;

  private List<DrainMemory> memories;

  /**
   * The thread of a drain.
   *
   * @param drain number of the drain
   */
  CountingThreads(StreamProfile.Source profiles, int drain) {
    this.profiles = profiles;
    this.drain = drain;
  }

  /** So many threads are to share the counting as soon as it can't keep up. */
  void shareWhenBehind(int threads) {
    threadsWhenBehind = threads;
  }

  /** The counting can't keep up. */
  void areBehind(DrainedStreams streams) {
    share(threadsWhenBehind, streams);
  }

  /** From now on several threads count, if there is memory for that. */
  void share(int threads, DrainedStreams streams) {
    if (threads > 1 && mayShare) {
      // What is refused once won't be there later.
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

  /** The profile that a stream of a lease is counted in, by these threads. */
  StreamProfile profile(SegmentReader segment, int lease, boolean isCarrier) {
    StreamProfile profile = profiles.of(segment, drain, lease, isCarrier);
    if (sharing != null && !profile.isShared()) {
      profile.share(sharing, memories);
    }
    return profile;
  }

  /** Waits until they have counted all that was decoded. */
  void rest() {
    if (sharing != null) {
      sharing.rest();
    }
  }

  /** They count the rest, and end. */
  void finish() {
    if (sharing != null) {
      sharing.finish();
    }
  }
}
