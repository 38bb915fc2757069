package org.kpathjvm.core.instrument.options;

import java.util.Objects;
import org.kpathjvm.core.numbering.CutMode;

/**
 * How classes are to be instrumented. Not to be changed: the methods {@code with} return others.
 */
public final class InstrumentOptions {
  /** Where the runtime's probes live in a target, unless others are asked for: internal name. */
  private static final String DEFAULT_PROBES_CLASS = "java/lang/KPathProbes";

  /** HotSpot compiles no method with more bytes of code (HugeMethodLimit). */
  public static final int DEFAULT_CODE_LIMIT = 8_000;

  private final CutMode cut;
  private final int maxPaths;
  private final String probesClass;
  private final int codeLimit;
  private final Rung highestRung;
  private final ProbeSet probes;
  private final MethodScope scope;

  /**
   * @param maxPaths most paths from any block before edges are cut
   */
  public InstrumentOptions(CutMode cut, int maxPaths) {
    this(
        cut,
        maxPaths,
        DEFAULT_PROBES_CLASS,
        DEFAULT_CODE_LIMIT,
        Rung.FULL,
        ProbeSet.STREAM,
        MethodScope.ALL);
  }

  private InstrumentOptions(
      CutMode cut,
      int maxPaths,
      String probesClass,
      int codeLimit,
      Rung highestRung,
      ProbeSet probes,
      MethodScope scope) {
    this.cut = Objects.requireNonNull(cut);
    this.maxPaths = maxPaths;
    this.probesClass = Objects.requireNonNull(probesClass);
    this.codeLimit = codeLimit;
    this.highestRung = highestRung;
    this.probes = Objects.requireNonNull(probes);
    this.scope = Objects.requireNonNull(scope);
  }

  /**
   * @param limit most bytes of code, with its probes, of a method that had no more without
   */
  public InstrumentOptions withCodeLimit(int limit) {
    return new InstrumentOptions(cut, maxPaths, probesClass, limit, highestRung, probes, scope);
  }

  /**
   * @param inClass internal name of the class with the static probe methods
   */
  public InstrumentOptions withProbes(ProbeSet set, String inClass) {
    return new InstrumentOptions(cut, maxPaths, inClass, codeLimit, highestRung, set, scope);
  }

  /** The same, but no method gets more than that rung, even if it fits. */
  public InstrumentOptions from(Rung rung) {
    return new InstrumentOptions(cut, maxPaths, probesClass, codeLimit, rung, probes, scope);
  }

  /** The same for the methods of another scope. */
  public InstrumentOptions of(MethodScope methods) {
    return new InstrumentOptions(
        cut, maxPaths, probesClass, codeLimit, highestRung, probes, methods);
  }

  public CutMode cut() {
    return cut;
  }

  public int maxPaths() {
    return maxPaths;
  }

  public int codeLimit() {
    return codeLimit;
  }

  public Rung highestRung() {
    return highestRung;
  }

  public ProbeSet probes() {
    return probes;
  }

  public MethodScope scope() {
    return scope;
  }

  public String probesClass() {
    return probesClass;
  }
}
