package org.kpathjvm.core.instrument.code;

import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.End;
import org.kpathjvm.core.numbering.IncrementPlacement;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.PathRegister;
import org.kpathjvm.core.numbering.Start;
import org.objectweb.asm.Opcodes;

/**
 * Weighs an edge by the approximate number of bytes that an increment on the edge takes. The
 * maximum spanning tree, whose edges have no increments, then contains the edges on which
 * increments would be large.
 */
public final class CodeSizeWeights implements IncrementPlacement.Weights {
  /** The mean size, rounded up, of iinc (3 bytes) and wide iinc (6 bytes). */
  private static final int INCREMENT_BYTES = 5;

  private static final int GOTO_BYTES = 3;

  /** The size of one sipush or ldc_w (3 bytes) and one iadd (1 byte). */
  private static final int ADDEND_BYTES = 4;

  private final CodeBlocks blocks;
  private final PathNumbering numbering;
  private final PathRegister register;

  /**
   * Creates the weights.
   *
   * @param register is used only to find where the path register's value is needed and where the
   *     value is known. Neither depends on the increments
   */
  public CodeSizeWeights(CodeBlocks blocks, PathNumbering numbering, PathRegister register) {
    this.blocks = blocks;
    this.numbering = numbering;
    this.register = register;
  }

  /** Returns 0, because a start sets the register even if it has no increment. */
  @Override
  public long of(Start start) {
    return 0;
  }

  @Override
  public long of(End end) {
    return register.isKnown(end.block()) ? 0 : ADDEND_BYTES;
  }

  @Override
  public long of(FlowEdge edge) {
    if (!register.isLive(edge.to())) {
      return 0;
    }
    return needsTrampoline(edge) ? INCREMENT_BYTES + GOTO_BYTES : INCREMENT_BYTES;
  }

  private boolean needsTrampoline(FlowEdge edge) {
    FlowGraph graph = blocks.graph();
    int opcode = blocks.lastInstruction(edge.from()).getOpcode();
    boolean fallsThrough = !OriginalCode.endsFlow(opcode) && edge.to() == edge.from() + 1;
    boolean isOnlyEdge =
        graph.predecessors(edge.to()).length == 1
            && edge.to() != 0
            && !graph.isHandler(edge.to())
            && numbering.cutKind(edge.from(), edge.to()) == null;
    return opcode != Opcodes.GOTO && !fallsThrough && !isOnlyEdge;
  }
}
