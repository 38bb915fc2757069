package org.kpathjvm.core.instrument.exceptions;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.tree.LabelNode;

/**
 * The parts of a method that a catch-all handler covers, to see exceptions leave. In most methods
 * that is all of it. In a constructor nothing may cover the call of this() or super(), and what
 * comes before needs a handler of its own, one that knows that {@code this} isn't initialised.
 * Parts without an instruction that can throw are left out; so is what comes before the call if
 * {@code this} isn't to be found in local 0 there.
 */
public final class EscapeRegions {
  /** Instructions one after the other, by the places of the first and the last. */
  private static final class Run {
    final int first;
    final int last;
    final LabelNode start = new LabelNode();
    final LabelNode end = new LabelNode();

    Run(int first, int last) {
      this.first = first;
      this.last = last;
    }
  }

  private final OriginalCode code;
  private final boolean whole;
  private final List<Run> beforeInitialisation = new ArrayList<>();
  private final List<Run> ordinary = new ArrayList<>();

  private EscapeRegions(OriginalCode code, boolean whole) {
    this.code = code;
    this.whole = whole;
  }

  /** No part: nobody wants to see exceptions leave. */
  public static EscapeRegions none(OriginalCode code) {
    return new EscapeRegions(code, false);
  }

  /**
   * @param throwing places of the instructions that can throw
   */
  public static EscapeRegions ofMethod(OriginalCode code, BitSet throwing) {
    return throwing.isEmpty() ? new EscapeRegions(code, true) : ofWholeMethod(code);
  }

  /** All of a method that is no constructor, even if only probes can throw. */
  public static EscapeRegions ofWholeMethod(OriginalCode code) {
    EscapeRegions regions = new EscapeRegions(code, true);
    regions.ordinary.add(new Run(code.instructionFrom(0), code.lastInstruction()));
    return regions;
  }

  /**
   * @param throwing places of the instructions that can throw
   */
  public static EscapeRegions ofConstructor(
      OriginalCode code, CodeBlocks blocks, ThisFlow flow, BitSet throwing) {
    BitSet before = new BitSet();
    BitSet after = new BitSet();
    boolean lost = false;
    for (int block = 0; block < blocks.count(); block++) {
      for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
        if (flow.isBeforeInitialisation(at)) {
          before.set(at);
          lost |= flow.mayHaveLostThis(at);
        } else {
          after.set(at);
        }
      }
    }
    before.andNot(flow.initialisations());
    EscapeRegions regions = new EscapeRegions(code, false);
    if (before.intersects(throwing) && !lost) {
      regions.addRuns(before, regions.beforeInitialisation);
    }
    if (after.intersects(throwing)) {
      regions.addRuns(after, regions.ordinary);
    }
    return regions;
  }

  public boolean areEmpty() {
    return beforeInitialisation.isEmpty() && ordinary.isEmpty();
  }

  /** Whether the catch-all may cover trampolines as well. */
  public boolean coverWholeMethod() {
    return whole;
  }

  /**
   * Places the labels; before any probe is inserted, so that probes of covered instructions are
   * covered.
   */
  public void mark() {
    for (List<Run> runs : List.of(beforeInitialisation, ordinary)) {
      for (Run run : runs) {
        code.method.instructions.insertBefore(code.node(run.first), run.start);
        code.method.instructions.insert(code.node(run.last), run.end);
      }
    }
  }

  /** Labels of start and end, in turn, of the parts before the call of this() or super(). */
  public List<LabelNode> labelsBeforeInitialisation() {
    return labels(beforeInitialisation);
  }

  /** Labels of start and end, in turn, of all other parts. */
  public List<LabelNode> labels() {
    return labels(ordinary);
  }

  private static List<LabelNode> labels(List<Run> runs) {
    List<LabelNode> labels = new ArrayList<>();
    for (Run run : runs) {
      labels.add(run.start);
      labels.add(run.end);
    }
    return labels;
  }

  private void addRuns(BitSet places, List<Run> runs) {
    int first = -1;
    int last = -1;
    for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
      if (places.get(at)) {
        first = first < 0 ? at : first;
        last = at;
      } else if (first >= 0) {
        runs.add(new Run(first, last));
        first = -1;
      }
    }
    if (first >= 0) {
      runs.add(new Run(first, last));
    }
  }
}
