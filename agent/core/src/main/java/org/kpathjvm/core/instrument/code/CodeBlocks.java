package org.kpathjvm.core.instrument.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.cfg.EdgeList;
import org.kpathjvm.core.cfg.FlowGraph;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The basic blocks of a method and their flow graph. An instruction begins a block if it is the
 * method's first instruction, a branch target or a handler's entry, or if it follows a branch,
 * return, athrow or switch. Such an instruction is called a leader. Calls don't end a block. Blocks
 * that can't be reached over ordinary or exception edges are dead code and are left out. An
 * instruction is identified by its place, which is its index in the original instruction list.
 */
public final class CodeBlocks {
  private static final int DEAD = -1;

  private final OriginalCode code;
  private final FlowGraph graph;
  private final int[] first;
  private final int[] last;
  private final int[] blockAt;
  private final List<HandlerRange> ranges;

  /** Null until a label's block is needed for the first time. */
  private Map<LabelNode, Integer> blockByLabel;

  private CodeBlocks(OriginalCode code, FlowGraph graph, int[] first, int[] last, int[] blockAt) {
    this.code = code;
    this.graph = graph;
    this.first = first;
    this.last = last;
    this.blockAt = blockAt;
    ranges = new ArrayList<>(code.method.tryCatchBlocks.size());
    for (TryCatchBlockNode entry : code.method.tryCatchBlocks) {
      int start = code.instructionAt(entry.start);
      int end = code.instructionAt(entry.end);
      ranges.add(new HandlerRange(entry, start, end, blockAt[code.instructionAt(entry.handler)]));
    }
  }

  /**
   * Finds a method's blocks.
   *
   * @throws IllegalArgumentException if control can run off the code's end; every JVM rejects such
   *     code
   */
  public static CodeBlocks of(OriginalCode code) {
    return new Splitter(code).split();
  }

  public FlowGraph graph() {
    return graph;
  }

  public int count() {
    return first.length;
  }

  /** Returns the place of the block's first instruction. */
  public int first(int block) {
    return first[block];
  }

  /** Returns the place of the block's last instruction. */
  public int last(int block) {
    return last[block];
  }

  /**
   * Returns the number of instructions that the block has in the class file. If a subroutine was
   * inlined several times, its instructions are counted in each copy. The two instructions that
   * replaced a jsr count as one.
   */
  public int instructionCount(int block) {
    int count = 0;
    int offset = -1;
    for (int at = first[block]; at <= last[block]; at = code.next(at)) {
      if (code.offset(at) != offset) {
        count++;
      }
      offset = code.offset(at);
    }
    return count;
  }

  public AbstractInsnNode firstInstruction(int block) {
    return code.node(first[block]);
  }

  public AbstractInsnNode lastInstruction(int block) {
    return code.node(last[block]);
  }

  /** Returns the blocks that end with an athrow. */
  public BitSet athrows() {
    BitSet athrows = new BitSet();
    for (int block = 0; block < count(); block++) {
      athrows.set(block, lastInstruction(block).getOpcode() == Opcodes.ATHROW);
    }
    return athrows;
  }

  /**
   * Returns the block that starts at a branch's label; -1 for dead code. This method may be called
   * after the instruction list has been changed.
   */
  public int startingAt(LabelNode label) {
    if (blockByLabel == null) {
      blockByLabel = new IdentityHashMap<>();
      for (int place = 0; place < code.size(); place++) {
        if (code.node(place) instanceof LabelNode) {
          blockByLabel.put((LabelNode) code.node(place), blockFrom(place));
        }
      }
    }
    return blockByLabel.get(label);
  }

  /**
   * Returns a label that was in front of both the block and its stack map frame when the code was
   * read; null if there was none.
   */
  public LabelNode label(int block) {
    LabelNode label = null;
    for (int place = first[block] - 1; place >= 0 && !code.isInstruction(place); place--) {
      if (code.node(place) instanceof LabelNode) {
        label = (LabelNode) code.node(place);
      }
    }
    return label;
  }

  /** Returns the entries of the exception table as it was read, in the table's order. */
  public List<HandlerRange> ranges() {
    return ranges;
  }

  /**
   * Returns the block of the instruction at or after a place; -1 for dead code and at the code's
   * end.
   */
  public int blockFrom(int place) {
    int instruction = code.instructionFrom(place);
    return instruction == code.size() ? DEAD : blockAt[instruction];
  }

  private static final class Splitter {
    private final OriginalCode code;
    private final int[] blockAt;
    private int[] first = new int[16];
    private int[] last = new int[16];
    private int count;

    private int[][] successors;
    private int[][] handlers;

    Splitter(OriginalCode code) {
      this.code = code;
      blockAt = new int[code.size()];
    }

    CodeBlocks split() {
      divide(leaders());
      EdgeList ordinary = new EdgeList();
      for (int block = 0; block < count; block++) {
        addOrdinaryEdges(block, ordinary);
      }
      EdgeList exceptional = new EdgeList();
      for (TryCatchBlockNode range : code.method.tryCatchBlocks) {
        addExceptionEdges(range, exceptional);
      }
      // If control can run off the code's end, an edge leads to block number count, which doesn't
      // exist. So there is room for one more block.
      successors = ordinary.rows(count + 1);
      handlers = exceptional.rows(count);
      BitSet reached = reachable();
      if (reached.cardinality() < count) {
        leaveOutAllBut(reached);
      }
      return blocks();
    }

    private BitSet leaders() {
      BitSet leaders = new BitSet(code.size());
      leaders.set(code.instructionFrom(0));
      for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
        AbstractInsnNode instruction = code.node(at);
        boolean transfers = OriginalCode.endsFlow(instruction.getOpcode());
        for (LabelNode target : Transfers.targets(instruction)) {
          leaders.set(code.instructionAt(target));
          transfers = true;
        }
        if (transfers) {
          leaders.set(code.next(at));
        }
      }
      for (TryCatchBlockNode range : code.method.tryCatchBlocks) {
        leaders.set(code.instructionAt(range.handler));
      }
      return leaders;
    }

    private void divide(BitSet leaders) {
      for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
        if (leaders.get(at)) {
          if (count == first.length) {
            first = Arrays.copyOf(first, 2 * count);
            last = Arrays.copyOf(last, 2 * count);
          }
          first[count++] = at;
        }
        last[count - 1] = at;
        blockAt[at] = count - 1;
      }
    }

    private void addOrdinaryEdges(int block, EdgeList ordinary) {
      AbstractInsnNode end = code.node(last[block]);
      for (LabelNode target : Transfers.targets(end)) {
        ordinary.add(block, blockStartingAt(code.instructionAt(target)));
      }
      if (!OriginalCode.endsFlow(end.getOpcode())) {
        ordinary.add(block, block + 1);
      }
    }

    private void addExceptionEdges(TryCatchBlockNode range, EdgeList exceptional) {
      int handler = blockStartingAt(code.instructionAt(range.handler));
      int start = code.instructionAt(range.start);
      int end = code.instructionAt(range.end);
      if (start < end) {
        for (int block = blockAt[start]; block < count && first[block] < end; block++) {
          exceptional.add(block, handler);
        }
      }
    }

    private int blockStartingAt(int place) {
      if (place >= code.size()) {
        throw new IllegalArgumentException("a branch or handler at the code's end");
      }
      return blockAt[place];
    }

    private BitSet reachable() {
      BitSet reached = new BitSet(count);
      int[] pending = new int[count];
      int size = 1;
      reached.set(0);
      while (size > 0) {
        int block = pending[--size];
        size = reach(successors[block], reached, pending, size);
        size = reach(handlers[block], reached, pending, size);
      }
      return reached;
    }

    private int reach(int[] targets, BitSet reached, int[] pending, int pendingCount) {
      int size = pendingCount;
      for (int target : targets) {
        if (target >= count) {
          throw new IllegalArgumentException("control runs off the code's end");
        }
        if (!reached.get(target)) {
          reached.set(target);
          pending[size++] = target;
        }
      }
      return size;
    }

    private void leaveOutAllBut(BitSet reached) {
      int[] index = new int[count];
      Arrays.fill(index, DEAD);
      int next = 0;
      for (int block = reached.nextSetBit(0); block >= 0; block = reached.nextSetBit(block + 1)) {
        index[block] = next;
        first[next] = first[block];
        last[next] = last[block];
        successors[next] = successors[block];
        handlers[next] = handlers[block];
        next++;
      }
      for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
        blockAt[at] = index[blockAt[at]];
      }
      count = next;
      for (int block = 0; block < count; block++) {
        renumber(successors[block], index);
        renumber(handlers[block], index);
      }
    }

    private static void renumber(int[] blocks, int[] index) {
      for (int i = 0; i < blocks.length; i++) {
        blocks[i] = index[blocks[i]];
      }
    }

    private CodeBlocks blocks() {
      BitSet exits = new BitSet(count);
      for (int block = 0; block < count; block++) {
        if (OriginalCode.isExit(code.node(last[block]).getOpcode())) {
          exits.set(block);
        }
      }
      FlowGraph graph =
          new FlowGraph(Arrays.copyOf(successors, count), Arrays.copyOf(handlers, count), exits);
      return new CodeBlocks(
          code, graph, Arrays.copyOf(first, count), Arrays.copyOf(last, count), blockAt);
    }
  }
}
