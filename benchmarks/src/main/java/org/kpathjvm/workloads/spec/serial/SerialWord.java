package org.kpathjvm.workloads.spec.serial;

import java.io.Serializable;

/** A word of a text, one object wherever it stands; written field by field. */
final class SerialWord implements Serializable {
  private static final long serialVersionUID = 1L;

  final String text;
  int occurrences;
  double share;

  /** Where the word stands first: leads back to a text that has the word. */
  SerialText first;

  SerialWord(String text) {
    this.text = text;
  }
}
