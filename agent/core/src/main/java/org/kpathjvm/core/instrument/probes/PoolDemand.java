package org.kpathjvm.core.instrument.probes;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * The entries that inserted code needs in the constant pool. Two demands together may need fewer
 * entries than the sum of the two, because constants that both need are counted once.
 */
public final class PoolDemand {
  /** Two strings (a name and a descriptor), a NameAndType and a Methodref. */
  private static final int ENTRIES_PER_PROBE = 4;

  /** A class and its name. */
  private static final int ENTRIES_PER_CLASS = 2;

  private static final int ENTRIES_PER_LONG = 2;

  /** A string and its characters. */
  private static final int ENTRIES_PER_TEXT = 2;

  // The sets are created on demand, because most methods need only one probe and no other
  // constants.
  private Set<Integer> numbers = Collections.emptySet();
  private Set<Long> longNumbers = Collections.emptySet();
  private Set<Integer> ids = Collections.emptySet();
  private Set<Long> packings = Collections.emptySet();
  private Set<String> probes = Collections.emptySet();
  private Set<String> frameTypes = Collections.emptySet();
  private Set<String> texts = Collections.emptySet();
  private boolean frames;
  private boolean hasIdsInCode;

  void number(int number) {
    numbers = with(number, numbers);
  }

  void longNumber(long number) {
    longNumbers = with(number, longNumbers);
  }

  /**
   * Records the need for a number that depends on the method's ids.
   *
   * @param inPool whether the number is a constant of the pool; otherwise it is part of an
   *     instruction
   */
  void id(int id, boolean inPool) {
    hasIdsInCode |= !inPool;
    if (inPool) {
      ids = with(id, ids);
    }
  }

  /** Records the need for a method's packing, a number that holds an id in its lower half. */
  void packing(long packing) {
    packings = with(packing, packings);
  }

  /** Records the need for a string constant, and returns the string. */
  String text(String text) {
    texts = with(text, texts);
    return text;
  }

  /**
   * Records the need for a probe.
   *
   * @param probe the probe's name directly followed by its descriptor
   */
  void probe(String probe) {
    probes = with(probe, probes);
  }

  /**
   * Records the need for a type of a stack map frame. Only types that ASM represents by strings,
   * which are internal names and array descriptors, need constants.
   */
  void frameType(Object type) {
    frames = true;
    if (type instanceof String) {
      frameTypes = with((String) type, frameTypes);
    }
  }

  public void add(PoolDemand other) {
    for (Integer number : other.numbers) {
      number(number);
    }
    for (Long number : other.longNumbers) {
      longNumber(number);
    }
    for (Integer id : other.ids) {
      id(id, true);
    }
    for (Long packing : other.packings) {
      packing(packing);
    }
    for (String text : other.texts) {
      text(text);
    }
    hasIdsInCode |= other.hasIdsInCode;
    for (String probe : other.probes) {
      probe(probe);
    }
    for (String type : other.frameTypes) {
      frameType(type);
    }
    frames |= other.frames;
  }

  /** Returns whether all numbers that depend on ids are in {@link #ids} and {@link #packings}. */
  public boolean hasIdsInPoolOnly() {
    return !hasIdsInCode;
  }

  /**
   * Returns the int constants that depend on ids. These are ids and initial values of the path
   * register.
   */
  public Set<Integer> ids() {
    return Collections.unmodifiableSet(ids);
  }

  /** Returns the packings of methods. */
  public Set<Long> packings() {
    return Collections.unmodifiableSet(packings);
  }

  /** Returns the int constants that don't depend on ids. */
  public Set<Integer> numbers() {
    return Collections.unmodifiableSet(numbers);
  }

  /** Returns the long constants that don't depend on ids. Each takes two entries. */
  public Set<Long> longNumbers() {
    return Collections.unmodifiableSet(longNumbers);
  }

  private static <T> Set<T> with(T element, Set<T> set) {
    if (set.contains(element)) {
      return set;
    }
    Set<T> larger = set.isEmpty() ? new HashSet<>() : set;
    larger.add(element);
    return larger;
  }

  /**
   * Returns an upper bound on the number of entries.
   *
   * @param classes the names of the classes that are already in the pool
   */
  public int entries(Set<String> classes) {
    int types = 0;
    for (String type : frameTypes) {
      types += classes.contains(type) ? 0 : ENTRIES_PER_CLASS;
    }
    return numbers.size()
        + ids.size()
        + ENTRIES_PER_TEXT * texts.size()
        + ENTRIES_PER_LONG * (longNumbers.size() + packings.size())
        + types
        + (probes.isEmpty() ? 0 : ENTRIES_PER_CLASS + ENTRIES_PER_PROBE * probes.size())
        + (frames ? 1 : 0);
  }
}
