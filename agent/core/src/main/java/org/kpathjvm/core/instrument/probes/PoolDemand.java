package org.kpathjvm.core.instrument.probes;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * What inserted code needs in the constant pool. Two demands together need less than both alone:
 * the constants are sets.
 */
public final class PoolDemand {
  /** Name and descriptor, two strings; a NameAndType and a Methodref. */
  private static final int ENTRIES_PER_PROBE = 4;

  /** A class and its name. */
  private static final int ENTRIES_PER_CLASS = 2;

  private static final int ENTRIES_PER_LONG = 2;

  /** A string and its characters. */
  private static final int ENTRIES_PER_TEXT = 2;

  // Made when they are needed: most methods have one probe and nothing else.
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
   * A number that would be another one with other ids.
   *
   * @param inPool whether it is a constant; if not, it is part of an instruction
   */
  void id(int id, boolean inPool) {
    hasIdsInCode |= !inPool;
    if (inPool) {
      ids = with(id, ids);
    }
  }

  /** A method's packing, which holds an id in its lower half. */
  void packing(long packing) {
    packings = with(packing, packings);
  }

  /** A string constant; returns it. */
  String text(String text) {
    texts = with(text, texts);
    return text;
  }

  /** A probe, by name and descriptor put together. */
  void probe(String probe) {
    probes = with(probe, probes);
  }

  /** A type of a stack map frame: an internal name or array descriptor, or anything else. */
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

  /** Whether all that depends on ids is in {@link #ids} and {@link #packings}. */
  public boolean hasIdsInPoolOnly() {
    return !hasIdsInCode;
  }

  /** The constants that depend on ids: ids, and what the path register begins with. */
  public Set<Integer> ids() {
    return Collections.unmodifiableSet(ids);
  }

  /** The packings. */
  public Set<Long> packings() {
    return Collections.unmodifiableSet(packings);
  }

  /** The constants that depend on no id. */
  public Set<Integer> numbers() {
    return Collections.unmodifiableSet(numbers);
  }

  /** The constants of two entries that depend on no id. */
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
   * Upper bound of the entries.
   *
   * @param classes names of the classes that the pool has already
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
