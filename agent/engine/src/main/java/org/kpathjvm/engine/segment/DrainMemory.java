package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.TableMemory;

/** A drain's part of the {@link EngineMemory}, and its profiles. Used by the drain's thread. */
final class DrainMemory implements TableMemory {
  /** A counter that is so many times larger than the one that asks is folded in its stead. */
  private static final int MUCH_LARGER = 4;

  private final EngineMemory engine;
  private final List<StreamProfile> profiles = new ArrayList<>();
  private long taken;

  DrainMemory(EngineMemory engine) {
    this.engine = engine;
  }

  void add(StreamProfile profile) {
    profiles.add(profile);
    if (profile.sequences() != null) {
      profile.sequences().setMemory(this);
    }
  }

  @Override
  public boolean mayGrow(SequenceCounter asking, long moreBytes) {
    if (covers(moreBytes)) {
      return true;
    }
    StreamProfile largest = largest();
    if (largest.sequences() == asking
        || largest.sequences().bytes() / MUCH_LARGER < asking.bytes() + moreBytes) {
      return false;
    }
    largest.fold();
    giveBack();
    return covers(moreBytes);
  }

  /** Whether there is memory for all tables and so many bytes more. */
  private boolean covers(long moreBytes) {
    long wanted = bytes() + moreBytes - engine.drainShare() - taken;
    if (wanted <= 0) {
      return true;
    }
    boolean granted = engine.take(wanted);
    if (granted) {
      taken += wanted;
    }
    return granted;
  }

  private void giveBack() {
    long unwanted = Math.min(taken, engine.drainShare() + taken - bytes());
    if (unwanted > 0) {
      taken -= unwanted;
      engine.giveBack(unwanted);
    }
  }

  private StreamProfile largest() {
    StreamProfile largest = profiles.get(0);
    for (StreamProfile profile : profiles) {
      if (profile.sequences().bytes() > largest.sequences().bytes()) {
        largest = profile;
      }
    }
    return largest;
  }

  private long bytes() {
    long bytes = 0;
    for (StreamProfile profile : profiles) {
      bytes += profile.bytes();
    }
    return bytes;
  }
}
