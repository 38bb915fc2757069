package org.kpathjvm.agent.attach;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.instrument.classfile.ConstantFields;
import org.kpathjvm.core.instrument.classfile.SilentMethods;
import org.kpathjvm.runtime.layout.SegmentLayout;

/** The class files of the probes of each part of a recording, and of those that record nothing. */
public final class ProbeVariants {
  private static final String PART = "PART";
  private static final String WINDOW = "WINDOW";

  /** Part 0's, as far as its fields say so. */
  private final byte[] file;

  private final Set<String> kept;

  /**
   * @param file the class file of the probes, as the target knows it
   * @param initialisers names of methods that make the static fields
   */
  public ProbeVariants(byte[] file, Set<String> initialisers) {
    this.file = file;
    // What is left of a word when a part of it was written doesn't depend on where that has gone.
    kept = new HashSet<>(initialisers);
    kept.add("rest");
  }

  /**
   * Probes that record into a part.
   *
   * @param anew the latest part until then in which live activations begin anew
   */
  public byte[] recording(int part, int anew) {
    long tag = (long) part << SegmentLayout.PART_SHIFT;
    return ConstantFields.of(file, Map.of(PART, tag, WINDOW, tag | anew + 1));
  }

  /** Probes that record nothing. */
  public byte[] silent() {
    return SilentMethods.of(file, kept);
  }
}
