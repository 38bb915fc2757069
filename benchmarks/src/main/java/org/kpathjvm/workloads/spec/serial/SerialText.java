package org.kpathjvm.workloads.spec.serial;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A text. The longest line's length isn't written, but computed again when the text is read. */
final class SerialText implements Serializable {
  private static final long serialVersionUID = 1L;

  final String name;
  final List<SerialLine> lines = new ArrayList<>();
  transient int longestLine;

  SerialText(String name) {
    this.name = name;
  }

  /** Counts the words of the longest line. Call this again whenever lines have been added. */
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
