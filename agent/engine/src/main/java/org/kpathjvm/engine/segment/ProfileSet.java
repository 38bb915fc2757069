package org.kpathjvm.engine.segment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The profiles that streams are consumed into: one per lease, one for all carriers of virtual
 * threads together and, for leases with large numbers, one per drain, so that a target that goes
 * through many threads doesn't cost a forest each. The result is the same, being the sum of all.
 * When threads are counted apart, the leases of single threads have a profile each and all others
 * share.
 */
public final class ProfileSet implements StreamProfile.Source {
  private static final int LEASES_WITH_OWN_PROFILE = 256;

  /** Instead of a lease: all carriers of virtual threads. */
  public static final int CARRIERS = -1;

  /** Instead of a lease: all leases that are no thread's own. */
  public static final int SHARED = -2;

  private final ProfileOptions options;
  private final EngineMemory memory;
  private final Map<Integer, DrainMemory> byDrain = new HashMap<>();
  private final Map<Integer, StreamProfile> byOwner = new HashMap<>();
  private final List<StreamProfile> all = new CopyOnWriteArrayList<>();

  public ProfileSet(ProfileOptions options, EngineMemory memory) {
    this.options = options;
    this.memory = memory;
  }

  @Override
  public synchronized StreamProfile of(
      SegmentReader segment, int drain, int lease, boolean carrier) {
    boolean own =
        segment.threadRows() == 0 ? lease < LEASES_WITH_OWN_PROFILE : segment.hasOwnThread(lease);
    int owner = carrier ? CARRIERS : own ? lease : SHARED - drain;
    StreamProfile profile = byOwner.get(owner);
    if (profile == null) {
      profile = new StreamProfile(options, carrier, Math.max(owner, SHARED));
      profile.parts().forEach(memoryOf(drain)::add);
      byOwner.put(owner, profile);
      all.add(profile);
    }
    return profile;
  }

  /** Where there is more than enough, and n-grams are counted in the default way. */
  @Override
  public synchronized List<DrainMemory> divideMemory(int drain, int threads) {
    return options.k() > 1 && options.engine() == ProfileOptions.Engine.CONTEXTS
        ? memoryOf(drain).divided(threads)
        : List.of();
  }

  @Override
  public boolean hasAmpleMemory() {
    return memory.isAmple();
  }

  private DrainMemory memoryOf(int drain) {
    return byDrain.computeIfAbsent(drain, number -> new DrainMemory(memory));
  }

  public ProfileOptions options() {
    return options;
  }

  public EngineMemory memory() {
    return memory;
  }

  /** Takes a copy of a profile, to be converted and not fed. */
  public void add(StreamProfile copy) {
    all.add(copy);
  }

  /** All profiles; what they hold is only to be read when the drains are at rest. */
  public List<StreamProfile> all() {
    return all;
  }

  /** Whether any counts are lower bounds, because memory was full. */
  public boolean isFolded() {
    return all.stream()
        .flatMap(profile -> profile.counters().stream())
        .anyMatch(counter -> !counter.foldLog().isEmpty());
  }

  /** How often they were folded. */
  public int folds() {
    return all.stream()
        .flatMap(profile -> profile.counters().stream())
        .mapToInt(counter -> counter.foldLog().folds())
        .sum();
  }

  /** Lets go of all profiles. */
  public synchronized void clear() {
    all.clear();
    byOwner.clear();
    byDrain.clear();
  }

  /** Bytes of all tables. */
  public long bytes() {
    long bytes = 0;
    for (StreamProfile profile : all) {
      bytes += profile.bytes();
    }
    return bytes;
  }
}
