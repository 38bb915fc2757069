package org.kpathjvm.core.instrument;

import java.util.HashSet;
import java.util.Set;

/**
 * What inserted code needs in the constant pool. Two demands together need less than both alone:
 * the constants are sets.
 */
final class PoolDemand {
  /** Name and descriptor, two strings; a NameAndType and a Methodref. */
  private static final int ENTRIES_PER_PROBE = 4;

  /** A class and its name. */
  private static final int ENTRIES_PER_CLASS = 2;

  private final Set<Integer> numbers = new HashSet<>();
  private final Set<String> probes = new HashSet<>();
  private final Set<String> frameTypes = new HashSet<>();
  private boolean frames;

  void number(int number) {
    numbers.add(number);
  }

  /** A probe, by name and descriptor put together. */
  void probe(String probe) {
    probes.add(probe);
  }

  /** A type of a stack map frame: an internal name or array descriptor, or anything else. */
  void frameType(Object type) {
    frames = true;
    if (type instanceof String) {
      frameTypes.add((String) type);
    }
  }

  void add(PoolDemand other) {
    numbers.addAll(other.numbers);
    probes.addAll(other.probes);
    frameTypes.addAll(other.frameTypes);
    frames |= other.frames;
  }

  /**
   * Upper bound of the entries.
   *
   * @param classes names of the classes that the pool has already
   */
  int entries(Set<String> classes) {
    int types = 0;
    for (String type : frameTypes) {
      types += classes.contains(type) ? 0 : ENTRIES_PER_CLASS;
    }
    return numbers.size()
        + types
        + (probes.isEmpty() ? 0 : ENTRIES_PER_CLASS + ENTRIES_PER_PROBE * probes.size())
        + (frames ? 1 : 0);
  }
}
