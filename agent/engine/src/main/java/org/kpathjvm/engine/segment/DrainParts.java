package org.kpathjvm.engine.segment;

import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * What a drain does with the parts of a recording, into which cuts divide it. Chunks of a part wait
 * until the parts before it have been concluded, so that nothing that belongs to two parts is
 * counted together. Used by the drain's thread.
 */
final class DrainParts {
  /**
   * The parts before which streams wait, and how often each is held. If nothing was being recorded
   * when a part was held, the part didn't begin then, and it is held a second time when it is to
   * begin. Releasing the first hold must not end the second one.
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

  /**
   * Ends one hold of the part. Chunks go on waiting if the part was held more often than it was
   * released.
   */
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

  /** Makes sure that nothing in the parts below {@code lowerThan} is read. */
  void drop(int lowerThan) {
    first = lowerThan;
    held.headMap(lowerThan, true).clear();
    frozen = 0;
  }

  boolean isDropped(int part) {
    return part < first;
  }

  /** Makes words that still arrive in the parts below {@code lowerThan} wait for now. */
  void freeze(int lowerThan) {
    frozen = lowerThan;
  }

  boolean isFrozen(int part) {
    return part < frozen;
  }

  /**
   * Notes that the parts below {@code lowerThan} are over: everything that belonged to them at the
   * cut has been counted, and their activations have ended. Words that still arrive in them come
   * from probes that were under way at the cut.
   */
  void conclude(int lowerThan) {
    concluded = lowerThan;
  }

  boolean isConcluded(int part) {
    return part < concluded;
  }
}
