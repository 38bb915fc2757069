package org.kpathjvm.core.instrument;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.cfg.FlowGraph;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The basic blocks of a method and their flow graph. Leaders are the first instruction, branch
 * targets, the instruction after a branch, return, athrow or switch, and handler entries; calls
 * don't end a block. Only blocks that are reachable over ordinary and exception edges count; the
 * rest is dead code.
 */
final class CodeBlocks {
  private static final int DEAD = -1;

  private final OriginalCode code;
  private final FlowGraph graph;
  private final int[] first;
  private final int[] last;
  private final int[] blockAt;
  private final List<HandlerRange> ranges = new ArrayList<>();
  private final Map<LabelNode, Integer> blockByLabel = new IdentityHashMap<>();

  private CodeBlocks(OriginalCode code, FlowGraph graph, int[] first, int[] last, int[] blockAt) {
    this.code = code;
    this.graph = graph;
    this.first = first;
    this.last = last;
    this.blockAt = blockAt;
    for (int place = 0; place < code.size(); place++) {
      if (code.node(place) instanceof LabelNode) {
        blockByLabel.put((LabelNode) code.node(place), blockFrom(place));
      }
    }
    for (TryCatchBlockNode entry : code.method.tryCatchBlocks) {
      int start = code.instructionAt(entry.start);
      int end = code.instructionAt(entry.end);
      ranges.add(new HandlerRange(entry, start, end, blockAt[code.instructionAt(entry.handler)]));
    }
  }

  /**
   * @throws IllegalArgumentException if the code is none that a JVM would verify: control runs off
   *     its end
   */
  static CodeBlocks of(OriginalCode code) {
    return new Splitter(code).split();
  }

  FlowGraph graph() {
    return graph;
  }

  int count() {
    return first.length;
  }

  /** Place of the block's first instruction. */
  int first(int block) {
    return first[block];
  }

  /** Place of the block's last instruction. */
  int last(int block) {
    return last[block];
  }

  AbstractInsnNode firstInstruction(int block) {
    return code.node(first[block]);
  }

  AbstractInsnNode lastInstruction(int block) {
    return code.node(last[block]);
  }

  /**
   * The block that a branch's label names, even after the instruction list was changed; -1 for dead
   * code.
   */
  int startingAt(LabelNode label) {
    return blockByLabel.get(label);
  }

  /** The exception table as it was read, in its order. */
  List<HandlerRange> ranges() {
    return ranges;
  }

  /** The block of the instruction at or after a place; -1 for dead code and the code's end. */
  int blockFrom(int place) {
    int instruction = code.instructionFrom(place);
    return instruction == code.size() ? DEAD : blockAt[instruction];
  }

  /** Finds leaders, then the flow between all blocks, then those that are reachable. */
  private static final class Splitter {
    private final OriginalCode code;
    private final int[] blockAt;
    private final List<Integer> first = new ArrayList<>();
    private final List<Integer> last = new ArrayList<>();
    private final List<List<Integer>> successors = new ArrayList<>();
    private final List<Set<Integer>> handlers = new ArrayList<>();

    Splitter(OriginalCode code) {
      this.code = code;
      blockAt = new int[code.size()];
    }

    CodeBlocks split() {
      divide(leaders());
      for (int block = 0; block < first.size(); block++) {
        successors.add(successorsOf(block));
        handlers.add(new LinkedHashSet<>());
      }
      code.method.tryCatchBlocks.forEach(this::addExceptionEdges);
      return numbered(reachable());
    }

    private BitSet leaders() {
      BitSet leaders = new BitSet();
      leaders.set(code.instructionFrom(0));
      for (int at = code.instructionFrom(0); at < code.size(); at = code.instructionFrom(at + 1)) {
        AbstractInsnNode instruction = code.node(at);
        List<LabelNode> targets = Transfers.targets(instruction);
        for (LabelNode target : targets) {
          leaders.set(code.instructionAt(target));
        }
        if (!targets.isEmpty() || OriginalCode.endsFlow(instruction.getOpcode())) {
          leaders.set(code.instructionFrom(at + 1));
        }
      }
      for (TryCatchBlockNode range : code.method.tryCatchBlocks) {
        leaders.set(code.instructionAt(range.handler));
      }
      return leaders;
    }

    private void divide(BitSet leaders) {
      int previous = -1;
      for (int at = code.instructionFrom(0); at < code.size(); at = code.instructionFrom(at + 1)) {
        if (leaders.get(at)) {
          if (previous >= 0) {
            last.add(previous);
          }
          first.add(at);
        }
        blockAt[at] = first.size() - 1;
        previous = at;
      }
      last.add(previous);
    }

    private List<Integer> successorsOf(int block) {
      AbstractInsnNode end = code.node(last.get(block));
      List<Integer> targets = new ArrayList<>();
      for (LabelNode target : Transfers.targets(end)) {
        targets.add(blockStartingAt(code.instructionAt(target)));
      }
      if (!OriginalCode.endsFlow(end.getOpcode())) {
        targets.add(block + 1);
      }
      return targets;
    }

    private void addExceptionEdges(TryCatchBlockNode range) {
      int handler = blockStartingAt(code.instructionAt(range.handler));
      int start = code.instructionAt(range.start);
      int end = code.instructionAt(range.end);
      if (start < end) {
        for (int block = blockAt[start]; block < first.size() && first.get(block) < end; block++) {
          handlers.get(block).add(handler);
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
      BitSet reached = new BitSet();
      Deque<Integer> pending = new ArrayDeque<>();
      reached.set(0);
      pending.push(0);
      while (!pending.isEmpty()) {
        int block = pending.pop();
        for (Iterable<Integer> targets : List.of(successors.get(block), handlers.get(block))) {
          for (int target : targets) {
            if (target >= first.size()) {
              throw new IllegalArgumentException("control runs off the code's end");
            }
            if (!reached.get(target)) {
              reached.set(target);
              pending.push(target);
            }
          }
        }
      }
      return reached;
    }

    private CodeBlocks numbered(BitSet reached) {
      int count = reached.cardinality();
      int[] index = new int[first.size()];
      int[] firsts = new int[count];
      int[] lasts = new int[count];
      int next = 0;
      for (int block = 0; block < index.length; block++) {
        index[block] = reached.get(block) ? next : DEAD;
        if (reached.get(block)) {
          firsts[next] = first.get(block);
          lasts[next] = last.get(block);
          next++;
        }
      }
      for (int at = code.instructionFrom(0); at < code.size(); at = code.instructionFrom(at + 1)) {
        blockAt[at] = index[blockAt[at]];
      }
      FlowGraph.Builder graph = FlowGraph.builder(count);
      for (int block = reached.nextSetBit(0); block >= 0; block = reached.nextSetBit(block + 1)) {
        int from = index[block];
        for (int to : successors.get(block)) {
          graph.edge(from, index[to]);
        }
        for (int handler : handlers.get(block)) {
          graph.exceptionEdge(from, index[handler]);
        }
        if (OriginalCode.isExit(code.node(last.get(block)).getOpcode())) {
          graph.exit(from);
        }
      }
      return new CodeBlocks(code, graph.build(), firsts, lasts, blockAt);
    }
  }
}
