package org.kpathjvm.core.instrument.options;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
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
  private Rung highestRung = Rung.FULL;
  private ProbeSet probes = ProbeSet.STREAM;
  private MethodScope scope = MethodScope.ALL;
  private Set<String> hot = Set.of();
  private boolean packing = true;
  private boolean counting = true;

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
    highestRung = other.highestRung;
    probes = other.probes;
    scope = other.scope;
    hot = other.hot;
    packing = other.packing;
    counting = other.counting;
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
   * @param inClass internal name of the class with the static probe methods
   */
  public InstrumentOptions withProbes(ProbeSet set, String inClass) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.probes = Objects.requireNonNull(set);
    changed.probesClass = Objects.requireNonNull(inClass);
    return changed;
  }

  /**
   * @param packed whether an activation with several paths holds back as many as fit a word
   */
  public InstrumentOptions withPacking(boolean packed) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.packing = packed;
    return changed;
  }

  /**
   * @param counted whether the trips of loops with one path are counted before they are packed
   */
  public InstrumentOptions withCountedLoops(boolean counted) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.counting = counted;
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

  public Rung highestRung() {
    return highestRung;
  }

  public ProbeSet probes() {
    return probes;
  }

  /** Whether paths are packed, where the probes can do that. */
  public boolean packs() {
    return packing && probes.mayPack();
  }

  /** Whether trips of loops are counted, where the probes can do that. */
  public boolean countsTrips() {
    return counting && packs();
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
        + " highestRung="
        + highestRung
        + " probes="
        + probes
        + " scope="
        + scope
        + " hot="
        + new TreeSet<>(hot)
        + " packing="
        + packing
        + " counting="
        + counting;
  }
}
