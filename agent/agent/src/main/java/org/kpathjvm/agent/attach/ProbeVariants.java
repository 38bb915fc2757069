package org.kpathjvm.agent.attach;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.instrument.classfile.ConstantFields;
import org.kpathjvm.core.instrument.classfile.SilentMethods;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * The class files of the probes: those that record into each part of a recording, and those that
 * record nothing.
 */
public final class ProbeVariants {
  private static final String PART = "PART";
  private static final String WINDOW = "WINDOW";

  /** The class file as the target knows it. Its fields have the values of part 0. */
  private final byte[] file;

  private final Set<String> kept;

  /**
   * Takes the original class file.
   *
   * @param file the class file of the probes, as the target knows it
   * @param initialisers names of the methods that initialise the static fields
   */
  public ProbeVariants(byte[] file, Set<String> initialisers) {
    this.file = file;
    // The methods named "rest" say what is left of a word after some of its paths were written.
    // That doesn't depend on where these paths were written to.
    kept = new HashSet<>(initialisers);
    kept.add("rest");
  }

  /**
   * Returns probes that record into a part.
   *
   * @param anew the latest part, up to this one, in which live activations begin anew
   */
  public byte[] recording(int part, int anew) {
    long tag = (long) part << SegmentLayout.PART_SHIFT;
    return ConstantFields.of(file, Map.of(PART, tag, WINDOW, tag | anew + 1));
  }

  /** Returns probes that record nothing. */
  public byte[] silent() {
    return SilentMethods.of(file, kept);
  }
}
