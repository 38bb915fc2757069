package org.kpathjvm.engine.segment;

import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Tracks which parts of a recording are held, dropped, frozen or concluded in a drain. Chunks of a
 * held part wait until the part is released, so that two parts aren't counted together. Only the
 * drain's thread uses this object.
 */
final class DrainParts {
  /**
   * The held parts, and how often each is held. A part that is held but doesn't begin, because
   * nothing is recorded, is held again later. The release of the first hold must not end the
   * second.
   */
  private final TreeMap<Integer, Integer> held = new TreeMap<>();

  private final BooleanSupplier asked;
  private int first;
  private int concluded;
  private int frozen;

  DrainParts(BooleanSupplier asked) {
    this.asked = asked;
  }

  /** Returns whether a stream's turn must end soon, because there is a request to the drain. */
  boolean isAsked() {
    return asked.getAsBoolean();
  }

  void hold(int part) {
    held.merge(part, 1, Integer::sum);
  }

  /** Ends one hold of a part. The part's chunks wait until all its holds have ended. */
  void release(int part) {
    held.computeIfPresent(part, (number, times) -> times > 1 ? times - 1 : null);
    frozen = 0;
  }

  void releaseAll() {
    held.clear();
    frozen = 0;
  }

  /**
   * Returns the first held part; a number above all parts if none is held. Chunks of the first held
   * part and of all later parts wait.
   */
  int heldFrom() {
    return held.isEmpty() ? CounterLedger.ALL : held.firstKey();
  }

  boolean isHeld(int part) {
    return part >= heldFrom();
  }

  /**
   * Drops the parts below {@code lowerThan}: their words are skipped from now on. Part {@code
   * lowerThan} is no longer held.
   */
  void drop(int lowerThan) {
    first = lowerThan;
    held.headMap(lowerThan, true).clear();
    frozen = 0;
  }

  boolean isDropped(int part) {
    return part < first;
  }

  /**
   * Freezes the parts below {@code lowerThan}: words that still arrive in these parts wait until
   * any part is released or dropped.
   */
  void freeze(int lowerThan) {
    frozen = lowerThan;
  }

  boolean isFrozen(int part) {
    return part < frozen;
  }

  /**
   * Notes that the parts below {@code lowerThan} are concluded: their data up to the cut has been
   * counted, and their activations have ended. Words that arrive in these parts later come from
   * probes that were under way at the cut.
   */
  void conclude(int lowerThan) {
    concluded = lowerThan;
  }

  boolean isConcluded(int part) {
    return part < concluded;
  }
}
