package org.kpathjvm.core.instrument.relocation;

import org.kpathjvm.core.instrument.probes.HeldWord;

/** A method whose activations hold paths back, and where. */
public final class HeldMethod {
  /** Internal name of the class, a dot, name and descriptor. */
  public final String key;

  public final HeldWord word;

  HeldMethod(String key, HeldWord word) {
    this.key = key;
    this.word = word;
  }
}
