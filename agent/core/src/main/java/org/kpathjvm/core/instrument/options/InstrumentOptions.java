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
 * How classes are to be instrumented. Not to be changed: the methods {@code with} return others.
 */
public final class InstrumentOptions {
  /** Where the runtime's probes live in a target, unless others are asked for: internal name. */
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
   * @param maxPaths most paths from any block before edges are cut
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
   * @param limit most bytes of code, with its probes, of a method that had no more without
   */
  public InstrumentOptions withCodeLimit(int limit) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.codeLimit = limit;
    return changed;
  }

  /**
   * @param limits sizes of code at which the JVM that runs stops inlining a method
   */
  public InstrumentOptions withInliningLimits(InliningLimits limits) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.inliningLimits = Objects.requireNonNull(limits);
    return changed;
  }

  /**
   * Returns the same for another scheme.
   *
   * @param inClass internal name of the class with the static probe methods
   */
  public InstrumentOptions withScheme(Scheme other, String inClass) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.scheme = Objects.requireNonNull(other);
    changed.probesClass = Objects.requireNonNull(inClass);
    return changed;
  }

  /**
   * @param earlier what an earlier profile says of the classes; null for nothing
   */
  public InstrumentOptions guidedBy(Guide earlier) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.guide = earlier;
    return changed;
  }

  /** The same, but no method gets more than that rung, even if it fits. */
  public InstrumentOptions from(Rung rung) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.highestRung = rung;
    return changed;
  }

  /** The same for the methods of another scope. */
  public InstrumentOptions of(MethodScope methods) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.scope = Objects.requireNonNull(methods);
    return changed;
  }

  /**
   * The same for methods of these names, of the scope {@link MethodScope#HOT}.
   *
   * @param names without descriptors, as stack traces have them
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

  /** The sizes that a method which is smaller without probes should not exceed with them. */
  public InliningLimits inliningLimits() {
    return inliningLimits;
  }

  public Rung highestRung() {
    return highestRung;
  }

  /** Returns what is recorded of methods, and how. */
  public Scheme scheme() {
    return scheme;
  }

  /** Returns what an earlier profile says of the classes; null if the scheme has no use for it. */
  public Guide guide() {
    return scheme.takesGuide() ? guide : null;
  }

  public MethodScope scope() {
    return scope;
  }

  /** The names of the methods that are in the scope {@link MethodScope#HOT}. */
  public Set<String> hot() {
    return hot;
  }

  public String probesClass() {
    return probesClass;
  }

  /** All of them as a text: two that differ in anything have different texts. */
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
