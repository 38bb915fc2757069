package org.kpathjvm.core.instrument.probes;

import java.util.List;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.SwitchTargets;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.StaticFrequencies;
import org.kpathjvm.core.numbering.TakenFrequencies;
import org.kpathjvm.core.numbering.TakenPath;
import org.objectweb.asm.Opcodes;

/** A method as every scheme sees it: its code, its control flow and its Ball-Larus paths. */
public final class MethodCode {
  /** What is known about the method's class. */
  public final ClassFacts facts;

  public final OriginalCode original;
  public final CodeBlocks blocks;
  public final SwitchTargets switchTargets;
  public final FlowGraph graph;
  public final BackEdges backEdges;
  public final PathNumbering numbering;

  /** Combines the results of the analyses of a method. */
  public MethodCode(
      ClassFacts facts,
      OriginalCode original,
      CodeBlocks blocks,
      BackEdges backEdges,
      PathNumbering numbering) {
    this.facts = facts;
    this.original = original;
    this.blocks = blocks;
    switchTargets = new SwitchTargets(blocks);
    graph = blocks.graph();
    this.backEdges = backEdges;
    this.numbering = numbering;
  }

  /**
   * Returns how often edges are taken, according to an earlier profile if there is one, and
   * otherwise according to an estimate.
   *
   * @param taken the method's paths in the earlier profile; empty if there are none
   */
  public IncrementPlacement.Weights frequencies(List<TakenPath> taken) {
    return taken.isEmpty()
        ? StaticFrequencies.of(numbering, backEdges, blocks.athrows())
        : new TakenFrequencies(numbering, taken);
  }

  /** Returns whether the block ends with an athrow. */
  public boolean isThrow(int block) {
    return blocks.lastInstruction(block).getOpcode() == Opcodes.ATHROW;
  }
}
