package org.kpathjvm.engine.structure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.ksf.SlabForest;
import org.kpathjvm.engine.segment.EngineMemory;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.StreamProfile;

/**
 * Keeps a {@link StructureProfile} for each lease, because the k-BLPP paper has a forest for each
 * thread. Successive threads may share a lease and its profile. All carriers of virtual threads
 * share one profile, because an activation may move from one carrier to another. Only one thread
 * uses this object.
 */
final class StructureProfiles implements StreamProfile.Source, CountingMemory {
  private final int k;
  private final EngineMemory memory;
  private final TracedItems traced;
  private final Map<Integer, StructureProfile> byOwner = new HashMap<>();

  StructureProfiles(int k, EngineMemory memory, TracedItems traced) {
    this.k = k;
    this.memory = memory;
    this.traced = traced;
  }

  @Override
  public StreamProfile of(SegmentReader segment, int drain, int lease, boolean carrier) {
    int owner = carrier ? ProfileSet.CARRIERS : lease;
    StructureProfile profile = byOwner.get(owner);
    if (profile == null) {
      profile = new StructureProfile(k, carrier, owner, byOwner.size(), this, traced);
      byOwner.put(owner, profile);
    }
    return profile;
  }

  @Override
  public boolean mayGrow(SequenceCounter asking, long moreBytes) {
    return bytes() + moreBytes <= memory.tableBytes();
  }

  /**
   * Returns the profile of a lease or of {@link ProfileSet#CARRIERS}; null if the owner has no
   * stream.
   */
  StructureProfile find(int owner) {
    return byOwner.get(owner);
  }

  List<StructureProfile> all() {
    return new ArrayList<>(byOwner.values());
  }

  List<SlabForest> forests() {
    return byOwner.values().stream()
        .map(StructureProfile::forest)
        .filter(Objects::nonNull)
        .toList();
  }

  void clear() {
    byOwner.clear();
  }

  private long bytes() {
    long bytes = 0;
    for (StructureProfile profile : byOwner.values()) {
      bytes += profile.bytes();
    }
    return bytes;
  }
}
