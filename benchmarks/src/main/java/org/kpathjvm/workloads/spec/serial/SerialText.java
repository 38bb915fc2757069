package org.kpathjvm.workloads.spec.serial;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A text. {@code longestLine} isn't written, but computed again when the text is read. */
final class SerialText implements Serializable {
  private static final long serialVersionUID = 1L;

  final String name;
  final List<SerialLine> lines = new ArrayList<>();
  transient int longestLine;

  SerialText(String name) {
    this.name = name;
  }

  /** Finds the largest number of words in a line. Must be called again after lines were added. */
  void measure() {
    for (SerialLine line : lines) {
      longestLine = Math.max(longestLine, line.words.length);
    }
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    measure();
  }
}
