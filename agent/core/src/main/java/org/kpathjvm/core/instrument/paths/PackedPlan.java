package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.kpathjvm.core.instrument.probes.HeldWord;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.instrument.probes.Trampolines;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.runtime.layout.PackedWord;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;

/**
 * A plan for a method whose activations may have several paths. An activation holds back its latest
 * paths in a 64-bit word, and the trips of a counted loop in a long and an int. The most frequent
 * probes are {@code full(JJJ)J} and {@code exit(JJJI)V}.
 */
abstract class PackedPlan extends PathPlan {
  final Packing packing;
  final CountedLoops loops;

  /** Null if no trips are counted. */
  final TripEmitter trips;

  /** Null if all paths fit into words. */
  final WideEmitter wide;

  /** Null until probes are inserted. */
  private FullWords fullWords;

  PackedPlan(
      MethodCode code,
      PlanRequest request,
      PlannedIds ids,
      RegisterPlan numbers,
      Packing packing,
      CountedLoops loops) {
    super(code, request, ids, numbers, locals(code, numbers, loops), packing);
    this.packing = packing;
    this.loops = loops;
    trips = loops.areNone() ? null : new TripEmitter(emitter, locals, packing);
    wide = packing.mayBeWide ? new WideEmitter(emitter, locals, packing) : null;
  }

  private static ProbeLocals locals(MethodCode code, RegisterPlan numbers, CountedLoops loops) {
    int own = code.original.method.maxLocals;
    ProbeLocals ofPaths = new ProbeLocals(own, true, true, numbers.register.isUsed());
    return loops.areNone() ? ofPaths : ofPaths.withTrips();
  }

  @Override
  protected void begin(Trampolines trampolines, MonitorCover monitors) {
    fullWords = new FullWords(this, trampolines, monitors);
  }

  @Override
  protected InsnList completes(PathValue path, int from, int to, InsnList next) {
    CountedLoop trip = loops.endingTrip(from, to);
    if (trip != null) {
      return trips.complete(fullWords.onTrip(trip), next);
    }
    LabelNode full = fullWords.onEdge(from, to);
    if (wide == null) {
      return emitter.pack(path, full, next);
    }
    if (full == null) {
      InsnList probes = wide.packWithoutBranch(path);
      probes.add(next);
      return probes;
    }
    LabelNode whereWide = path.isConstant() ? null : fullWords.onWide(from, to, path);
    return wide.pack(path, full, whereWide, next);
  }

  @Override
  protected InsnList isLast(PathValue path, int block) {
    return emitter.exit(path);
  }

  @Override
  protected InsnList beforeThrow() {
    // The path that ends with the athrow has been recorded, so the handler that runs next must not
    // find a sequence to close.
    return emitter.newActivation();
  }

  @Override
  protected boolean hasMore(int from, int to) {
    return loops.entered(from, to) != null || loops.isLeft(from, to);
  }

  @Override
  protected boolean mayStandInTarget(int from, int to) {
    return !hasMore(from, to);
  }

  @Override
  protected InsnList before(int from, int to) {
    return loops.isLeft(from, to) ? trips.end() : new InsnList();
  }

  @Override
  protected InsnList behind(int from, int to) {
    CountedLoop entered = loops.entered(from, to);
    return entered == null ? new InsnList() : beginTrips(entered, from);
  }

  @Override
  protected InsnList atEntry() {
    InsnList probes = emitter.newActivation();
    if (trips != null) {
      probes.add(trips.none());
    }
    probes.add(super.atEntry());
    CountedLoop entered = loops.entered();
    if (entered != null) {
      probes.add(beginFirstTrip(entered));
    }
    return probes;
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return true;
  }

  @Override
  protected int probeStack() {
    return locals.hasTrips() ? TripEmitter.STACK : ProbeEmitter.PACKED_STACK;
  }

  @Override
  public int heldPaths() {
    return packing.capacity() + (loops.areNone() ? 0 : PackedWord.MOST_TRIPS);
  }

  @Override
  public HeldWord heldWord() {
    return HeldWord.of(locals, packing, heldPaths());
  }

  @Override
  public int[] repeatedPaths() {
    return loops.all().mapToInt(this::laterTrip).sorted().toArray();
  }

  boolean allowsBranchTo(int block) {
    return frames.allowBranchTo(block);
  }

  /** Returns the path number of every trip of a counted loop but the first. */
  int laterTrip(CountedLoop loop) {
    return register.initial(StartKind.LOOP, loop.header)
        + register.along(loop.blocks, EndKind.LOOP);
  }

  /** Returns the code that prepares to count the trips of the loop that the method begins with. */
  InsnList beginFirstTrip(CountedLoop loop) {
    int onTrip = register.along(loop.blocks, EndKind.LOOP);
    int first = register.initial(StartKind.ENTRY, loop.header) + onTrip;
    return trips.begin(PathValue.constant(first), laterTrip(loop));
  }

  /**
   * Returns the code that prepares to count a loop's trips. This code must run after the increment
   * of the edge into the loop.
   */
  InsnList beginTrips(CountedLoop loop, int from) {
    int onTrip = register.along(loop.blocks, EndKind.LOOP);
    StartKind start = code.numbering.startAfterCut(from, loop.header);
    PathValue first =
        start == null
            ? register.after(from, loop.header, onTrip)
            : PathValue.constant(register.initial(start, loop.header) + onTrip);
    return trips.begin(first, laterTrip(loop));
  }
}
