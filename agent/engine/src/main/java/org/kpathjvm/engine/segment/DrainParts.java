package org.kpathjvm.engine.segment;

import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * What a drain does with the parts of a recording, into which cuts divide it. Chunks of a part wait
 * until the parts before it have been concluded, so that nothing is counted together that belongs
 * to two parts. Used by the drain's thread.
 */
final class DrainParts {
  /**
   * The parts before which streams wait, and how often each is held. If nothing was being recorded,
   * a part doesn't begin where it was held; then it is held again when it is to begin. Releasing
   * the first hold must not release what the second one is for.
   */
  private final TreeMap<Integer, Integer> held = new TreeMap<>();

  private final BooleanSupplier asked;
  private int first;
  private int concluded;
  private int frozen;

  /**
   * Treats all parts as one.
   *
   * @param asked whether somebody waits for the drain to do something between two turns
   */
  DrainParts(BooleanSupplier asked) {
    this.asked = asked;
  }

  /** Returns whether a turn is to end soon. */
  boolean isAsked() {
    return asked.getAsBoolean();
  }

  /** Makes chunks of this part and of later ones wait. */
  void hold(int part) {
    held.merge(part, 1, Integer::sum);
  }

  /** Ends the wait, unless the part was held more often than it was released. */
  void release(int part) {
    held.computeIfPresent(part, (number, times) -> times > 1 ? times - 1 : null);
    frozen = 0;
  }

  /** Ends all waits. */
  void releaseAll() {
    held.clear();
    frozen = 0;
  }

  /** Returns the part from which on chunks wait; a number above all parts if none do. */
  int heldFrom() {
    return held.isEmpty() ? CounterLedger.ALL : held.firstKey();
  }

  boolean isHeld(int part) {
    return part >= heldFrom();
  }

  /** Makes sure that nothing in lower parts is read. */
  void drop(int lowerThan) {
    first = lowerThan;
    held.headMap(lowerThan, true).clear();
    frozen = 0;
  }

  boolean isDropped(int part) {
    return part < first;
  }

  /** Makes what still comes to lower parts wait for now. */
  void freeze(int lowerThan) {
    frozen = lowerThan;
  }

  boolean isFrozen(int part) {
    return part < frozen;
  }

  /**
   * Notes that lower parts are over: everything that belonged to them when they were cut off has
   * been counted, and their activations have ended. What still comes to them is from probes that
   * were under way.
   */
  void conclude(int lowerThan) {
    concluded = lowerThan;
  }

  boolean isConcluded(int part) {
    return part < concluded;
  }
}
