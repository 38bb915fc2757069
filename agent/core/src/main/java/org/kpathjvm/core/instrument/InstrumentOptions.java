package org.kpathjvm.core.instrument;

import java.util.Objects;
import org.kpathjvm.core.numbering.CutMode;

/** How classes are to be instrumented. */
public final class InstrumentOptions {
  /** Where the runtime's probes live in a target: internal name. */
  public static final String DEFAULT_PROBES_CLASS = "java/lang/KPathProbes";

  private final CutMode cut;
  private final int maxPaths;
  private final String probesClass;

  public InstrumentOptions(CutMode cut, int maxPaths) {
    this(cut, maxPaths, DEFAULT_PROBES_CLASS);
  }

  /**
   * @param maxPaths most paths from any block before edges are cut
   * @param probesClass internal name of the class with the static probe methods
   */
  public InstrumentOptions(CutMode cut, int maxPaths, String probesClass) {
    this.cut = Objects.requireNonNull(cut);
    this.maxPaths = maxPaths;
    this.probesClass = Objects.requireNonNull(probesClass);
  }

  public CutMode cut() {
    return cut;
  }

  public int maxPaths() {
    return maxPaths;
  }

  public String probesClass() {
    return probesClass;
  }
}
