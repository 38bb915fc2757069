package org.kpathjvm.agent.attach;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.instrument.classfile.ConstantFields;
import org.kpathjvm.core.instrument.classfile.SilentMethods;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Makes variants of the class that has the probes, as class files. In one variant, the probes
 * record nothing. In each of the other variants, they record into one part of a recording.
 */
public final class ProbeVariants {
  private static final String PART = "PART";
  private static final String WINDOW = "WINDOW";

  /** The original class file. Its fields have the values for part 0. */
  private final byte[] file;

  private final Set<String> kept;

  /**
   * Creates an object that makes variants of a class file.
   *
   * @param file the class file of the probes, which refers to classes by their names in the target
   * @param initialisers names of the methods that initialise the static fields
   */
  public ProbeVariants(byte[] file, Set<String> initialisers) {
    this.file = file;
    // The methods named "rest" keep their code in the silent variant, too. They record nothing:
    // they only compute what is left of a word after some of its paths have been written.
    kept = new HashSet<>(initialisers);
    kept.add("rest");
  }

  /**
   * Returns the class file of probes that record into a part. At the start of some parts, live
   * activations begin anew, so that no sequence continues from the part before.
   *
   * @param anew the number of the latest part, up to and including {@code part}, at whose start
   *     live activations began anew; 0 if there is no such part
   */
  public byte[] recording(int part, int anew) {
    long tag = (long) part << SegmentLayout.PART_SHIFT;
    return ConstantFields.of(file, Map.of(PART, tag, WINDOW, tag | anew + 1));
  }

  /** Returns the class file of probes that record nothing. */
  public byte[] silent() {
    return SilentMethods.of(file, kept);
  }
}
