package org.kpathjvm.core.instrument.relocation;

import org.kpathjvm.core.instrument.probes.HeldWord;

/** A method whose activations hold paths back, and the local variables that hold these paths. */
public final class HeldMethod {
  /**
   * The internal name of the class, a dot, and the method's name directly followed by its
   * descriptor.
   */
  public final String key;

  public final HeldWord word;

  HeldMethod(String key, HeldWord word) {
    this.key = key;
    this.word = word;
  }
}
