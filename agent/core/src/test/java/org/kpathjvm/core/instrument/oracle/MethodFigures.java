package org.kpathjvm.core.instrument.oracle;

import org.kpathjvm.core.instrument.metadata.MethodRecord;

/** What an instrumented method is like. */
public final class MethodFigures {
  /** Class, name and descriptor. */
  public final String method;

  public final String mode;

  /** The ladder's, as metadata names it. */
  public final String rung;

  /** Why it's on no higher rung; null on the highest. */
  public final String reason;

  public final int loops;
  public final boolean hasSubroutines;
  public final boolean irreducible;

  /** Whether paths are cut for their number. */
  public final boolean cut;

  public final int paths;

  /** Bytes of code. */
  public final int originalBytes;

  /** Upper bound of the bytes of code with the probes, from before they were written. */
  public final int predictedBytes;

  /** Bytes of code. */
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
