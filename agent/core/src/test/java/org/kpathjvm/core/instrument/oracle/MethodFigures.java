package org.kpathjvm.core.instrument.oracle;

import org.kpathjvm.core.instrument.metadata.MethodRecord;

/** Figures on an instrumented method. */
public final class MethodFigures {
  /** The class's name, and the method's name and descriptor. */
  public final String method;

  public final String mode;

  /** The name of the method's rung in the metadata. */
  public final String rung;

  /** The reason why the method isn't on a higher rung; null on the highest rung. */
  public final String reason;

  public final int loops;
  public final boolean hasSubroutines;
  public final boolean irreducible;

  /** Whether edges are cut because there are too many paths. */
  public final boolean cut;

  public final int paths;

  /** The number of bytes of code without probes. */
  public final int originalBytes;

  /** An upper bound on {@link #instrumentedBytes}, predicted before the class was written. */
  public final int predictedBytes;

  /** The number of bytes of code with the probes. */
  public final int instrumentedBytes;

  MethodFigures(
      MethodRecord record, int loops, boolean hasSubroutines, boolean irreducible, boolean cut) {
    method = record.key();
    mode = record.plan.mode;
    rung = record.plan.rung.label();
    reason = record.reason();
    this.loops = loops;
    this.hasSubroutines = hasSubroutines;
    this.irreducible = irreducible;
    this.cut = cut;
    paths = record.plan.pathCount();
    originalBytes = record.originalBytes;
    predictedBytes = record.predictedBytes;
    instrumentedBytes = record.instrumentedBytes;
  }
}
