package org.kpathjvm.workloads.spec.serial;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** A line of a text. It writes and reads its own fields. */
public final class SerialLine implements Externalizable {
  private static final long serialVersionUID = 1L;

  SerialWord[] words = {};
  int indentation;

  /** Creates an empty line. Java calls this before {@link #readExternal}, which fills the line. */
  public SerialLine() {}

  SerialLine(SerialWord[] words, int indentation) {
    this.words = words;
    this.indentation = indentation;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeShort(indentation);
    out.writeShort(words.length);
    for (SerialWord word : words) {
      out.writeObject(word);
    }
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
    indentation = in.readUnsignedShort();
    words = new SerialWord[in.readUnsignedShort()];
    for (int i = 0; i < words.length; i++) {
      words[i] = (SerialWord) in.readObject();
    }
  }
}
