package org.kpathjvm.engine.segment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The profiles in which streams are counted. All carriers of virtual threads share one profile.
 *
 * <p>If the counts of all threads are added up, each lease with a small number has its own profile,
 * and a drain's other leases share one, so that a target with many threads doesn't need a profile
 * for each thread. If threads are counted separately, a lease has its own profile only if it
 * belongs to a single thread, and a drain's other leases share one.
 */
public final class ProfileSet implements StreamProfile.Source {
  private static final int LEASES_WITH_OWN_PROFILE = 256;

  /** The owner that stands for all carriers of virtual threads. */
  public static final int CARRIERS = -1;

  /** The owner that stands for all other leases that share a profile. */
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

  /** Divides a drain's memory if there is enough memory and n-grams are counted by contexts. */
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

  /**
   * Returns the profile to which the counters of an owner's whole words are added. The profile must
   * not be in use.
   */
  synchronized StreamProfile ofCounters(int owner) {
    for (StreamProfile profile : all) {
      if (profile.owner() == owner) {
        return profile;
      }
    }
    StreamProfile profile = new StreamProfile(options, false, owner);
    profile.parts().forEach(memoryOf(0)::add);
    all.add(profile);
    return profile;
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

  /** Adds a copy of a profile. No more paths are counted in the copy. */
  public void add(StreamProfile copy) {
    all.add(copy);
  }

  /** Returns all profiles. Read their content only while the drains aren't running. */
  public List<StreamProfile> all() {
    return all;
  }

  /** Returns whether counts are lower bounds because memory was short. */
  public boolean isFolded() {
    return all.stream()
        .flatMap(profile -> profile.counters().stream())
        .anyMatch(counter -> !counter.foldLog().isEmpty());
  }

  /** Returns how often counters were folded. */
  public int folds() {
    return all.stream()
        .flatMap(profile -> profile.counters().stream())
        .mapToInt(counter -> counter.foldLog().folds())
        .sum();
  }

  /** Removes all profiles. */
  public synchronized void clear() {
    all.clear();
    byOwner.clear();
    byDrain.clear();
  }

  /** Returns the number of bytes in the tables of all profiles. */
  public long bytes() {
    long bytes = 0;
    for (StreamProfile profile : all) {
      bytes += profile.bytes();
    }
    return bytes;
  }
}
