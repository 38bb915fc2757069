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
 * The options by which classes are instrumented. They are immutable: the methods that set something
 * return other options.
 */
public final class InstrumentOptions {
  /**
   * The internal name of the class with the runtime's probes in a target, unless another class is
   * asked for.
   */
  private static final String DEFAULT_PROBES_CLASS = "java/lang/KPathProbes";

  /** HotSpot compiles no method with more bytes of code (HugeMethodLimit). */
  public static final int DEFAULT_CODE_LIMIT = 8_000;

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
   * Creates options with defaults for everything else.
   *
   * @param maxPaths the largest number of paths from any block before edges are cut
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
   * Returns these options with another limit of the size of code.
   *
   * @param limit the largest number of bytes of code that a method may have with its probes, unless
   *     it has more than that without them
   */
  public InstrumentOptions withCodeLimit(int limit) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.codeLimit = limit;
    return changed;
  }

  /**
   * Returns these options with other limits of inlining.
   *
   * @param limits the sizes of code at which the running JVM stops inlining a method
   */
  public InstrumentOptions withInliningLimits(InliningLimits limits) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.inliningLimits = Objects.requireNonNull(limits);
    return changed;
  }

  /**
   * Returns these options with another scheme.
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
   * @param earlier what an earlier profile says about the classes; null for nothing
   */
  public InstrumentOptions guidedBy(Guide earlier) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.guide = earlier;
    return changed;
  }

  /**
   * Returns these options with a highest rung, which no method exceeds even if a higher one fits.
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
   * Returns these options with the scope {@link MethodScope#HOT} and methods of these names.
   *
   * @param names the names without descriptors, as stack traces have them
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

  /**
   * Returns the sizes that a method shouldn't exceed with probes if it doesn't exceed them without.
   */
  public InliningLimits inliningLimits() {
    return inliningLimits;
  }

  public Rung highestRung() {
    return highestRung;
  }

  /** Returns what is recorded about methods, and how. */
  public Scheme scheme() {
    return scheme;
  }

  /** Returns what an earlier profile says about the classes; null if the scheme doesn't use it. */
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

  /** Returns all options as a text: options that differ in anything have different texts. */
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
