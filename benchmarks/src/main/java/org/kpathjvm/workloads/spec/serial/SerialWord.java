package org.kpathjvm.workloads.spec.serial;

import java.io.Serializable;

/**
 * A word of a text. There is one object for it, wherever it stands. It is written field by field.
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
