package org.kpathjvm.workloads.spec.serial;

import java.io.Serializable;

/**
 * A word. All lines in which it occurs share this object. It has no methods of its own that write
 * and read its fields, so Java does that.
 */
final class SerialWord implements Serializable {
  private static final long serialVersionUID = 1L;

  final String text;
  int occurrences;
  double share;

  /** The first text in which the word occurs, so that the word leads back to a text. */
  SerialText first;

  SerialWord(String text) {
    this.text = text;
  }
}
