package org.kpathjvm.core.instrument.probes;

import java.util.EnumMap;
import java.util.Map;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.classfile.ClassFileVersion;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.kpathjvm.core.instrument.exceptions.ThisFlow;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.PathIncrements;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.PathRegister;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.objectweb.asm.tree.InsnList;

/** What all inserters of one method's probes share: its code, its paths, its ids and its locals. */
public final class MethodPlan extends ProbePlan {
  public final OriginalCode code;
  public final CodeBlocks blocks;
  public final FlowGraph graph;
  public final BackEdges backEdges;
  public final PathNumbering numbering;
  public final ProbeSet probes;

  /** Whether an activation may have several paths. */
  final boolean streamed;

  /** Whether the method has a local for its activation's value. */
  final boolean hasActivation;

  /** Null if each path is recorded by itself. */
  final Packing packing;

  final PathIncrements increments;
  final PathRegister register;
  public final ProbeLocals locals;
  final ProbeEmitter emitter;

  /** Null where no trips are counted. */
  final TripEmitter trips;

  final PathCompletion completion;
  public final EdgeCode edges;
  final Frames frames;

  /** Null until probes are inserted. */
  FullWords fullWords;

  public MethodPlan(
      Rung rung,
      OriginalCode code,
      CodeBlocks blocks,
      BackEdges backEdges,
      PathNumbering numbering,
      Iterable<Counter> counters,
      int firstId,
      Packing packing,
      InstrumentOptions options,
      ClassFileVersion version) {
    super(
        rung,
        code.method,
        mode(options.probes(), numbering),
        firstId,
        pathCount(options.probes(), numbering),
        ids(counters, firstId + pathCount(options.probes(), numbering)));
    this.code = code;
    this.blocks = blocks;
    this.backEdges = backEdges;
    this.numbering = numbering;
    graph = blocks.graph();
    probes = options.probes();
    streamed = numbering.needsStream();
    hasActivation = streamed && probes.keepsActivations();
    this.packing = packing;
    increments = rung == Rung.FULL ? new PathIncrements(numbering, null) : onChords();
    register =
        probes.recordsPaths()
            ? new PathRegister(graph, numbering, increments, packing == null ? firstId : 0)
            : PathRegister.unread(graph);
    ProbeLocals ofPaths =
        new ProbeLocals(code.method.maxLocals, hasActivation, packing != null, register.isUsed());
    locals = countedLoops().areNone() ? ofPaths : ofPaths.withTrips();
    emitter = new ProbeEmitter(options.probesClass(), locals, packing, poolDemand);
    trips = countedLoops().areNone() ? null : new TripEmitter(emitter, locals, packing);
    completion = new PathCompletion(probes, streamed, emitter);
    frames = new Frames(code, blocks, locals, version, poolDemand);
    edges =
        probes.recordsPaths()
            ? new PathEdgeCode(this)
            : new BranchCounters(graph, emitter, firstId + this.counters.size());
  }

  /**
   * Inserts the probes into the method's code.
   *
   * @param flow null if the method isn't a constructor or nothing in it needs a look at this
   */
  public void insert(ThisFlow flow, EscapeRegions regions) {
    Trampolines trampolines = new Trampolines(method, frames);
    MonitorCover monitors = new MonitorCover(code, blocks);
    fullWords = new FullWords(this, trampolines, monitors);
    ActivationProbes activation = new ActivationProbes(this, monitors);
    regions.mark();
    new EdgeProbes(this, trampolines, monitors).insert();
    new HandlerProbes(this, trampolines, monitors).insert();
    activation.insertExits();
    activation.insertAroundInitialisations(flow);
    activation.insertEntry();
    frames.extendOriginals(register);
    monitors.finish();
    trampolines.append();
    new EscapeProbes(this, regions).append();
    method.maxLocals = locals.count();
    method.maxStack += probeStack();
  }

  /** Slots of the operand stack that the probes need beyond the method's own. */
  public int probeStack() {
    if (packing != null) {
      return locals.hasTrips() ? TripEmitter.STACK : ProbeEmitter.PACKED_STACK;
    }
    return streamed ? ProbeEmitter.STREAMED_STACK : ProbeEmitter.COUNTED_STACK;
  }

  @Override
  public int idCount() {
    return super.idCount() + (probes.recordsPaths() ? 0 : BranchCounters.count(graph));
  }

  @Override
  public int heldPaths() {
    return packing == null ? 0 : packing.capacity();
  }

  @Override
  public HeldWord heldWord() {
    return packing == null ? null : HeldWord.of(locals, packing);
  }

  @Override
  public boolean countsTrips() {
    return !countedLoops().areNone();
  }

  @Override
  public int[] repeatedPaths() {
    return countedLoops().all().mapToInt(this::laterTrip).sorted().toArray();
  }

  /** The number of the path of a counted loop's trips but the first. */
  int laterTrip(CountedLoop loop) {
    return register.initial(StartKind.LOOP, loop.header)
        + register.along(loop.blocks, EndKind.LOOP);
  }

  /** What the trips of a loop at the method's beginning will be. */
  InsnList beginFirstTrip(CountedLoop loop) {
    int onTrip = register.along(loop.blocks, EndKind.LOOP);
    int first = register.initial(StartKind.ENTRY, loop.header) + onTrip;
    return trips.begin(PathValue.constant(first), laterTrip(loop));
  }

  /** What a loop's trips will be, on an edge that enters it, behind its increment. */
  InsnList beginTrips(CountedLoop loop, int from) {
    int onTrip = register.along(loop.blocks, EndKind.LOOP);
    StartKind start = numbering.startAfterCut(from, loop.header);
    PathValue first =
        start == null
            ? register.after(from, loop.header, onTrip)
            : PathValue.constant(register.initial(start, loop.header) + onTrip);
    return trips.begin(first, laterTrip(loop));
  }

  CountedLoops countedLoops() {
    return packing == null ? CountedLoops.none() : packing.loops;
  }

  /** Whether words are closed without a counter that would tell of those that are lost. */
  boolean closesWords() {
    return packing != null && !probes.countsAbandoned();
  }

  public boolean has(Counter counter) {
    return counters.containsKey(counter);
  }

  public int id(Counter counter) {
    return counters.get(counter);
  }

  private PathIncrements onChords() {
    PathRegister use =
        new PathRegister(graph, numbering, new PathIncrements(numbering, null), firstId);
    CodeSizeWeights weights = new CodeSizeWeights(blocks, numbering, use);
    return new PathIncrements(numbering, IncrementPlacement.of(numbering, weights));
  }

  private static int pathCount(ProbeSet probes, PathNumbering numbering) {
    return probes.recordsPaths() ? numbering.pathCount() : 0;
  }

  private static String mode(ProbeSet probes, PathNumbering numbering) {
    return !probes.recordsPaths() ? "edges" : numbering.needsStream() ? "streamed" : "counted";
  }

  private static Map<Counter, Integer> ids(Iterable<Counter> counters, int firstId) {
    Map<Counter, Integer> ids = new EnumMap<>(Counter.class);
    int next = firstId;
    for (Counter counter : counters) {
      ids.put(counter, next++);
    }
    return ids;
  }
}
