package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.edges.CountedEdges;
import org.kpathjvm.core.instrument.calls.CallCode;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.CodeSizeWeights;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.SwitchTargets;
import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.kpathjvm.core.instrument.exceptions.ThisFlow;
import org.kpathjvm.core.instrument.hammocks.HammockIncrements;
import org.kpathjvm.core.instrument.iterations.IterationCode;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.instrument.schemes.SchemeCode;
import org.kpathjvm.core.instrument.windows.WindowCode;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.PathIncrements;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.PathRegister;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.core.overlapping.LoopOverlaps;
import org.kpathjvm.core.structural.StructureForest;
import org.objectweb.asm.tree.InsnList;

/** What all inserters of one method's probes share: its code, its paths, its ids and its locals. */
public final class MethodPlan extends ProbePlan {
  public final OriginalCode code;
  public final CodeBlocks blocks;
  public final SwitchTargets switchTargets;
  public final FlowGraph graph;
  public final BackEdges backEdges;
  public final PathNumbering numbering;
  public final ProbeSet probes;

  /** Whether an activation may have several paths. */
  final boolean streamed;

  /** Whether the method has a local for its activation's value. */
  final boolean hasActivation;

  /** The numbers that paths are recorded by; null if they are those of {@link #numbering}. */
  public final HotNumbering hot;

  /** Null if each path is recorded by itself. */
  final Packing packing;

  final PathIncrements increments;
  final PathRegister register;
  public final ProbeLocals locals;
  final ProbeEmitter emitter;

  /** Null where no trips are counted. */
  final TripEmitter trips;

  /** Null where words take all paths. */
  final WideEmitter wide;

  /** The increments that are added without a branch. */
  final HammockIncrements hammocks;

  final PathCompletion completion;
  public final EdgeCode edges;

  /** Null where edges aren't counted. */
  public final EdgeCounters edgeCounters;

  /** Of blocks' edges to themselves that end no path, where paths are counted; often none. */
  public final EdgeCounters selfLoops;

  /** Null unless the paths of structure graphs are recorded. */
  public final WindowCode windows;

  /** How many iterations paths have; null if none of the method's could have several. */
  public final MethodIterations iterations;

  /** The code of paths that aren't Ball and Larus's; null: they are. */
  final SchemeCode scheme;

  final Frames frames;

  /** How paths of loops are extended; null if they aren't. */
  public final LoopOverlaps overlaps;

  /** Null unless paths across calls are recorded. */
  public final CallCode calls;

  /** Null until probes are inserted. */
  FullWords fullWords;

  /**
   * @param counted edges; null where paths are
   * @param frequencies of the edges where increments are to stand on the rare ones; else null
   */
  public MethodPlan(
      Rung rung,
      OriginalCode code,
      CodeBlocks blocks,
      BackEdges backEdges,
      StructureForest structure,
      CountedEdges counted,
      PathNumbering numbering,
      HotNumbering hot,
      IncrementPlacement.Weights frequencies,
      MethodIterations iterations,
      Iterable<Counter> counters,
      int firstId,
      Packing packing,
      InstrumentOptions options,
      ClassFacts facts) {
    super(
        rung,
        code.method,
        mode(options.probes(), numbering),
        firstId,
        numbering.pathCount(),
        pathIdCount(options.probes(), numbering, hot, iterations),
        Counter.ids(counters, firstId + pathIdCount(options.probes(), numbering, hot, iterations)));
    this.hot = hot;
    this.iterations = iterations;
    this.code = code;
    this.blocks = blocks;
    switchTargets = new SwitchTargets(blocks);
    this.backEdges = backEdges;
    this.numbering = numbering;
    graph = blocks.graph();
    probes = options.probes();
    streamed = numbering.needsStream();
    hasActivation = streamed && probes.keepsActivations();
    this.packing = packing;
    overlaps =
        hasActivation && probes == ProbeSet.OVERLAPS
            ? LoopOverlaps.of(graph, backEdges, header -> degree(options, facts.name, header))
            : null;
    increments = increments(frequencies);
    boolean hasScheme = iterations != null && iterations.numbering != null;
    register =
        probes.recordsPaths() && !hasScheme
            ? new PathRegister(
                numbering.graph(), numbering, increments, packing == null ? firstId : 0)
            : PathRegister.unread(graph);
    ProbeLocals ofPaths =
        new ProbeLocals(code.method.maxLocals, hasActivation, packing != null, register.isUsed());
    ProbeLocals ofTrips = countedLoops().areNone() ? ofPaths : ofPaths.withTrips();
    boolean crossesCalls = probes == ProbeSet.OVERLAPS && options.crossesCalls();
    locals =
        structure != null
            ? ofTrips.withGraphs(structure.graphs().size())
            : hasScheme
                ? ofTrips.withGraphs(IterationCode.locals(iterations.numbering))
                : crossesCalls ? ofTrips.withGraphs(CallCode.REGISTERS) : ofTrips;
    emitter = new ProbeEmitter(options.probesClass(), locals, packing, poolDemand);
    int first = locals.firstGraph();
    calls = crossesCalls ? new CallCode(code, blocks, facts, first, emitter, options) : null;
    trips = countedLoops().areNone() ? null : new TripEmitter(emitter, locals, packing);
    wide = packing == null || !packing.mayBeWide ? null : new WideEmitter(emitter, locals, packing);
    frames = new Frames(code, blocks, locals, facts.version, poolDemand);
    hammocks =
        rung == Rung.FULL && register.isUsed()
            ? HammockIncrements.of(code, blocks, plainEdges())
            : HammockIncrements.none();
    boolean hashed = options.countsInHashTable(hasScheme ? pathIdCount : pathCount);
    completion = new PathCompletion(probes, streamed, hashed, emitter);
    windows = structure == null ? null : new WindowCode(structure, firstId, first, emitter);
    scheme =
        hasScheme
            ? new IterationCode(
                graph,
                iterations.numbering,
                firstId,
                id(Counter.FIRST_BACK_EDGES),
                first,
                hashed,
                emitter)
            : null;
    edgeCounters = counted == null ? null : new EdgeCounters(this, counted);
    selfLoops = new EdgeCounters(this, CountedEdges.selfLoops(graph, numbering.graph()));
    edges = EdgeCode.of(this);
  }

  private int degree(InstrumentOptions options, String className, int header) {
    return options.degrees().of(className, method.name, code.offset(blocks.first(header)));
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
    if (calls != null) {
      calls.insertAroundCalls();
    }
    trampolines.append();
    new EscapeProbes(this, regions).append();
    method.maxLocals = localCount();
    method.maxStack += probeStack();
  }

  /** All slots of local variables, the method's own included. */
  public int localCount() {
    return calls == null ? locals.count() : locals.firstGraph() + calls.locals();
  }

  /** Slots of the operand stack that the probes need beyond the method's own. */
  public int probeStack() {
    if (packing != null) {
      return locals.hasTrips() ? TripEmitter.STACK : ProbeEmitter.PACKED_STACK;
    }
    if (scheme != null) {
      return scheme.stack();
    }
    if (windows != null) {
      return WindowCode.STACK;
    }
    if (calls != null) {
      return Math.max(CallCode.STACK, HammockIncrements.STACK);
    }
    int ofProbes = streamed ? ProbeEmitter.STREAMED_STACK : ProbeEmitter.COUNTED_STACK;
    return hammocks.areNone() ? ofProbes : Math.max(ofProbes, HammockIncrements.STACK);
  }

  @Override
  public int idCount() {
    if (windows != null) {
      return (int) windows.forest().pathCount();
    }
    return super.idCount() + (edgeCounters == null ? selfLoops : edgeCounters).count();
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
  public boolean isGuided() {
    return hot != null;
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

  private HammockIncrements.Edges plainEdges() {
    return new HammockIncrements.Edges() {
      @Override
      public boolean isPlain(int from, int to) {
        return from != to
            && register.isLive(to)
            && numbering.cutKind(from, to) == null
            && countedLoops().entered(from, to) == null
            && !countedLoops().isLeft(from, to)
            && !PathEdgeCode.isExtended(overlaps, from, to);
      }

      @Override
      public int increment(int from, int to) {
        return increments.edge(from, to);
      }

      @Override
      public boolean hasInt(int block, int local) {
        return frames.haveInt(block, local);
      }
    };
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

  private PathIncrements increments(IncrementPlacement.Weights frequencies) {
    PathIncrements values =
        hot != null ? new PathIncrements(hot) : new PathIncrements(numbering, null);
    if (frequencies != null) {
      return new PathIncrements(numbering, IncrementPlacement.of(numbering, values, frequencies));
    }
    return hot != null || rung == Rung.FULL ? values : onChords();
  }

  private PathIncrements onChords() {
    PathIncrements plain = new PathIncrements(numbering, null);
    PathRegister use = new PathRegister(numbering.graph(), numbering, plain, firstId);
    CodeSizeWeights weights = new CodeSizeWeights(blocks, numbering, use);
    return new PathIncrements(numbering, IncrementPlacement.of(numbering, weights));
  }
}
