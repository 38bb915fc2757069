package org.kpathjvm.core.instrument.options;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.kpathjvm.core.instrument.guide.Guide;
import org.kpathjvm.core.numbering.CutMode;

/**
 * How classes are to be instrumented. Not to be changed: the methods {@code with} return others.
 */
public final class InstrumentOptions {
  /** Where the runtime's probes live in a target, unless others are asked for: internal name. */
  private static final String DEFAULT_PROBES_CLASS = "java/lang/KPathProbes";

  /** HotSpot compiles no method with more bytes of code (HugeMethodLimit). */
  public static final int DEFAULT_CODE_LIMIT = 8_000;

  /** Ball and Larus replace arrays of counters by hash tables above 4,000 to 6,000 paths. */
  public static final int DEFAULT_ARRAY_PATHS = 4_000;

  private final CutMode cut;
  private final int maxPaths;
  private String probesClass = DEFAULT_PROBES_CLASS;
  private int codeLimit = DEFAULT_CODE_LIMIT;
  private InliningLimits inliningLimits = InliningLimits.NONE;
  private Rung highestRung = Rung.FULL;
  private ProbeSet probes = ProbeSet.STREAM;
  private MethodScope scope = MethodScope.ALL;
  private Set<String> hot = Set.of();
  private boolean packing = true;
  private boolean counting = true;
  private LoopDegrees degrees = LoopDegrees.ALL_ZERO;
  private Guide guide;
  private boolean calls;
  private int arrayPaths = DEFAULT_ARRAY_PATHS;
  private int mostPaths;
  private boolean selfLoops;
  private IterationOptions iterations;
  private int mostIterations = Integer.MAX_VALUE;
  private String mostIterationsReason;

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
    probes = other.probes;
    scope = other.scope;
    hot = other.hot;
    packing = other.packing;
    counting = other.counting;
    degrees = other.degrees;
    calls = other.calls;
    guide = other.guide;
    arrayPaths = other.arrayPaths;
    mostPaths = other.mostPaths;
    selfLoops = other.selfLoops;
    iterations = other.iterations;
    mostIterations = other.mostIterations;
    mostIterationsReason = other.mostIterationsReason;
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

  /**
   * @param ofLoops the degrees of overlapping paths
   */
  public InstrumentOptions withDegrees(LoopDegrees ofLoops) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.degrees = Objects.requireNonNull(ofLoops);
    return changed;
  }

  /**
   * @param across whether overlapping paths across calls are recorded, too
   */
  public InstrumentOptions withCalls(boolean across) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.calls = across;
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

  /**
   * @param most paths of a method that has an array of counters, where the probes tell arrays from
   *     hash tables
   */
  public InstrumentOptions withArrayPaths(int most) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.arrayPaths = most;
    return changed;
  }

  /**
   * @param counted whether edges of blocks to themselves have counters and end no path
   */
  public InstrumentOptions withSelfLoops(boolean counted) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.selfLoops = counted;
    return changed;
  }

  /**
   * @param paths of a method above which its edges are counted, and not its paths; 0: any number
   */
  public InstrumentOptions withEdgesAbove(int paths) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.mostPaths = paths;
    return changed;
  }

  /** Whether edges of blocks to themselves are counted apart, where the probes can do that. */
  public boolean countsSelfLoops() {
    return selfLoops && probes.mayCountSelfLoops();
  }

  /** Whether edges are counted of methods with many paths. */
  public boolean limitsPaths() {
    return mostPaths > 0;
  }

  /** Whether the edges of a method with that many paths are counted instead. */
  public boolean countsEdges(long paths) {
    return mostPaths > 0 && paths > mostPaths;
  }

  /**
   * @param asked how many iterations paths go on over; null: they end at back edges
   */
  public InstrumentOptions withIterations(IterationOptions asked) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.iterations = asked;
    return changed;
  }

  /**
   * The same with no more iterations than that.
   *
   * @param reason why a method can't be written with one more, as a rejected rung has it
   */
  public InstrumentOptions withIterationsAtMost(int most, String reason) {
    InstrumentOptions changed = new InstrumentOptions(this);
    changed.mostIterations = most;
    changed.mostIterationsReason = Objects.requireNonNull(reason);
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

  /** What an earlier profile says of the classes, where the probes can use it; or null. */
  public Guide guide() {
    boolean packsByIt = packs() && probes.countsAbandoned();
    return packsByIt || probes.takesFrequencies() ? guide : null;
  }

  /** Most paths of a method that has an array of counters. */
  public int arrayPaths() {
    return arrayPaths;
  }

  /** The degrees of overlapping paths. */
  public LoopDegrees degrees() {
    return degrees;
  }

  /** Whether overlapping paths across calls are recorded. */
  public boolean crossesCalls() {
    return calls;
  }

  /** How many iterations paths go on over; null if the probes can't do that. */
  public IterationOptions iterations() {
    return probes == ProbeSet.ITERATIONS ? iterations : null;
  }

  /** The most iterations with which a method can be written. */
  public int mostIterations() {
    return mostIterations;
  }

  /** Why no more; null where nothing is known against more of them. */
  public String mostIterationsReason() {
    return mostIterationsReason;
  }

  /** Whether a method with that many paths has too many for an array, where probes tell these. */
  public boolean countsInHashTable(int paths) {
    return iterations() != null
        ? paths > iterations.arrayPaths()
        : probes.countsEvents() && paths > arrayPaths;
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
        + " probes="
        + probes
        + " scope="
        + scope
        + " hot="
        + new TreeSet<>(hot)
        + " packing="
        + packing
        + " counting="
        + counting
        + " arrayPaths="
        + arrayPaths
        + " mostPaths="
        + mostPaths
        + " selfLoops="
        + selfLoops
        + " degrees="
        + degrees
        + " calls="
        + calls
        + " guide="
        + (guide == null ? null : guide.identity())
        + " iterations="
        + iterations
        + " mostIterations="
        + mostIterations
        + " mostIterationsReason="
        + mostIterationsReason;
  }
}
