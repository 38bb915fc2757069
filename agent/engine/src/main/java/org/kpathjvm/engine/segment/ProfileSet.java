package org.kpathjvm.engine.segment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The profiles that streams are consumed into: one per lease, one for all carriers of virtual
 * threads together and, for leases with large numbers, one per drain, so that a target that goes
 * through many threads doesn't cost a forest each. The result is the same, being the sum of all.
 */
public final class ProfileSet {
  private static final int LEASES_WITH_OWN_PROFILE = 256;
  private static final int CARRIERS = -1;

  private final ProfileOptions options;
  private final EngineMemory memory;
  private final Map<Integer, DrainMemory> byDrain = new HashMap<>();
  private final Map<Integer, StreamProfile> byOwner = new HashMap<>();
  private final List<StreamProfile> all = new CopyOnWriteArrayList<>();

  public ProfileSet(ProfileOptions options, EngineMemory memory) {
    this.options = options;
    this.memory = memory;
  }

  /** The profile of a lease; called by its drain. */
  synchronized StreamProfile of(int drain, int lease, boolean carrier) {
    int owner = carrier ? CARRIERS : lease < LEASES_WITH_OWN_PROFILE ? lease : -2 - drain;
    StreamProfile profile = byOwner.get(owner);
    if (profile == null) {
      profile = new StreamProfile(options, carrier);
      byDrain.computeIfAbsent(drain, number -> new DrainMemory(memory)).add(profile);
      byOwner.put(owner, profile);
      all.add(profile);
    }
    return profile;
  }

  public ProfileOptions options() {
    return options;
  }

  public EngineMemory memory() {
    return memory;
  }

  /** All profiles; what they hold is only to be read when the drains are at rest. */
  public List<StreamProfile> all() {
    return all;
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
