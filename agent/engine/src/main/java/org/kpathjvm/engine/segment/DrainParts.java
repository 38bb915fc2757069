package org.kpathjvm.engine.segment;

import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * What a drain does with the parts of a recording, into which cuts divide it: chunks of a part wait
 * until the parts before it have been concluded, so that nothing is counted together that belongs
 * to two parts. Used by the drain's thread.
 */
final class DrainParts {
  /** The parts before which streams wait. */
  private final TreeSet<Integer> held = new TreeSet<>();

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
    held.add(part);
  }

  /** They don't wait any more. */
  void release(int part) {
    held.remove(part);
    frozen = 0;
  }

  /** Nothing waits any more. */
  void releaseAll() {
    held.clear();
    frozen = 0;
  }

  /** The part whose chunks wait, above all parts if none do. */
  int heldFrom() {
    return held.isEmpty() ? CounterLedger.ALL : held.first();
  }

  boolean isHeld(int part) {
    return part >= heldFrom();
  }

  /** What is in lower parts isn't read. */
  void drop(int lowerThan) {
    first = lowerThan;
    held.headSet(lowerThan, true).clear();
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
