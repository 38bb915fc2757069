package org.kpathjvm.engine.segment;

import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * What a drain does with the parts of a recording, into which cuts divide it: chunks of a part wait
 * until the parts before it have been concluded, so that nothing is counted together that belongs
 * to two parts. Used by the drain's thread.
 */
final class DrainParts {
  /**
   * The parts before which streams wait, and how many times each is held. A part that doesn't begin
   * where it was held, as nothing was being recorded then, is held again when it is to begin: what
   * waits since the first time must not let go of what the second time is for.
   */
  private final TreeMap<Integer, Integer> held = new TreeMap<>();

  private final BooleanSupplier asked;
  private int first;
  private int concluded;
  private int frozen;

  /**
   * All parts are one.
   *
   * @param asked whether somebody waits for the drain to do something between two turns
   */
  DrainParts(BooleanSupplier asked) {
    this.asked = asked;
  }

  /** Whether a turn is to end soon. */
  boolean isAsked() {
    return asked.getAsBoolean();
  }

  /** Chunks of this part and of later ones wait. */
  void hold(int part) {
    held.merge(part, 1, Integer::sum);
  }

  /** They don't wait any more, unless the part was held more often than it was released. */
  void release(int part) {
    held.computeIfPresent(part, (number, times) -> times > 1 ? times - 1 : null);
    frozen = 0;
  }

  /** Nothing waits any more. */
  void releaseAll() {
    held.clear();
    frozen = 0;
  }

  /** The part whose chunks wait, above all parts if none do. */
  int heldFrom() {
    return held.isEmpty() ? CounterLedger.ALL : held.firstKey();
  }

  boolean isHeld(int part) {
    return part >= heldFrom();
  }

  /** What is in lower parts isn't read. */
  void drop(int lowerThan) {
    first = lowerThan;
    held.headMap(lowerThan, true).clear();
    frozen = 0;
  }

  boolean isDropped(int part) {
    return part < first;
  }

  /** What comes to lower parts yet isn't read for now. */
  void freeze(int lowerThan) {
    frozen = lowerThan;
  }

  boolean isFrozen(int part) {
    return part < frozen;
  }

  /**
   * All that belonged to lower parts when they were cut off has been counted, and their activations
   * are over. What comes to them yet is by probes that were under way.
   */
  void conclude(int lowerThan) {
    concluded = lowerThan;
  }

  boolean isConcluded(int part) {
    return part < concluded;
  }
}
