package org.kpathjvm.workloads.spec.serial;

import java.io.Serializable;

/** A word, shared by all lines in which it occurs. Java's serialization handles its fields. */
final class SerialWord implements Serializable {
  private static final long serialVersionUID = 1L;

  final String text;
  int occurrences;
  double share;

  /** The first text in which the word occurs. */
  SerialText first;

  SerialWord(String text) {
    this.text = text;
  }
}
