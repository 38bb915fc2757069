package org.kpathjvm.core.instrument.options;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.kpathjvm.core.instrument.guide.Guide;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.numbering.CutMode;

/**
 * The options with which classes are instrumented. They are immutable: each method that sets an
 * option returns new options.
 */
public final class InstrumentOptions {
  private static final String DEFAULT_PROBES_CLASS = "java/lang/KPathProbes";

  /** HotSpot doesn't compile a method with more bytes of code than this (HugeMethodLimit). */
  public static final int DEFAULT_CODE_LIMIT = 8_000;

  /**
   * The largest number of paths that may start at a block, unless the user gives another number.
   */
  public static final int DEFAULT_MAX_PATHS = 4_096;

  private final CutMode cut;
  private final int maxPaths;
  private String probesClass = DEFAULT_PROBES_CLASS;
  private int codeLimit = DEFAULT_CODE_LIMIT;
  private InliningLimits inliningLimits = InliningLimits.NONE;
  private Rung highestRung = Rung.FULL;
  private Scheme scheme = new StreamScheme(true);
  private MethodScope scope = MethodScope.ALL;
  private Set<String> hot = Set.of();
  private Guide guide;

  /**
   * Creates options with the given cut mode and path limit. All other options have their defaults.
   *
   * @param maxPaths the largest number of paths from any block; edges are cut so that no block has
   *     more paths
   */
  public InstrumentOptions(CutMode cut, int maxPaths) {
    this.cut = Objects.requireNonNull(cut);
    this.maxPaths = maxPaths;
  }

  private InstrumentOptions(InstrumentOptions other) {
    cut = other.cut;
    maxPaths = other.maxPaths;
    probesClass = other.probesClass;
    codeLimit = other.codeLimit;
    inliningLimits = other.inliningLimits;
    highestRung = other.highestRung;
    scheme = other.scheme;
    scope = other.scope;
    hot = other.hot;
    guide = other.guide;
  }

  /**
   * Returns these options with another limit for the size of code.
   *
   * @param limit the largest number of bytes of code that a method may have with its probes. A
   *     method that is larger even without probes may grow further.
   */
  public InstrumentOptions withCodeLimit(int limit) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.codeLimit = limit;
    return changed;
  }

  /**
   * Returns these options with other limits for inlining.
   *
   * @param limits the sizes of code above which the running JVM no longer inlines a method
   */
  public InstrumentOptions withInliningLimits(InliningLimits limits) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.inliningLimits = Objects.requireNonNull(limits);
    return changed;
  }

  /**
   * Returns these options with another scheme and another class of probes.
   *
   * @param inClass the internal name of the class with the static probe methods
   */
  public InstrumentOptions withScheme(Scheme other, String inClass) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.scheme = Objects.requireNonNull(other);
    changed.probesClass = Objects.requireNonNull(inClass);
    return changed;
  }

  /**
   * Returns these options with a guide.
   *
   * @param earlier the hot methods of an earlier profile; null for no guide
   */
  public InstrumentOptions guidedBy(Guide earlier) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.guide = earlier;
    return changed;
  }

  /**
   * Returns these options with another highest rung. No method is recorded on a higher rung, even
   * if its code would be small enough.
   */
  public InstrumentOptions from(Rung rung) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.highestRung = rung;
    return changed;
  }

  /** Returns these options with another scope. */
  public InstrumentOptions of(MethodScope methods) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.scope = Objects.requireNonNull(methods);
    return changed;
  }

  /**
   * Returns these options with the scope {@link MethodScope#HOT} and the hot methods.
   *
   * @param names the methods' names without descriptors, as in stack traces
   */
  public InstrumentOptions ofHot(Set<String> names) {
    InstrumentOptions changed = of(MethodScope.HOT);
    changed.hot = Set.copyOf(names);
    return changed;
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

  /** Returns the sizes that a method shouldn't exceed because of its probes. */
  public InliningLimits inliningLimits() {
    return inliningLimits;
  }

  public Rung highestRung() {
    return highestRung;
  }

  /** Returns the scheme, which decides what is recorded about methods, and how. */
  public Scheme scheme() {
    return scheme;
  }

  /** Returns the guide; null if there is none or if the scheme doesn't use one. */
  public Guide guide() {
    return scheme.takesGuide() ? guide : null;
  }

  public MethodScope scope() {
    return scope;
  }

  /** Returns the names of the methods in the scope {@link MethodScope#HOT}. */
  public Set<String> hot() {
    return hot;
  }

  public String probesClass() {
    return probesClass;
  }

  /** Returns a string that identifies these options. Different options have different strings. */
  public String identity() {
    return "cut="
        + cut
        + " maxPaths="
        + maxPaths
        + " probesClass="
        + probesClass
        + " codeLimit="
        + codeLimit
        + " inliningLimits="
        + inliningLimits
        + " highestRung="
        + highestRung
        + " scheme="
        + scheme
        + " scope="
        + scope
        + " hot="
        + new TreeSet<>(hot)
        + " guide="
        + (guide == null ? null : guide.identity());
  }
}
