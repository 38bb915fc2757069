package org.kpathjvm.core.instrument.metadata;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Recognises loops that go round only to wait for other threads, or to repeat an attempt that
 * failed because of another thread. Copying the body of such a loop gains nothing, so users must
 * not be advised to copy it.
 *
 * <p>There are four kinds. A <em>wait</em> loop calls a method that blocks the thread, such as
 * {@code Thread.sleep}. A <em>spin</em> loop calls {@code Thread.onSpinWait} or {@code
 * Thread.yield}. A <em>retry</em> loop goes round only because an attempt, such as a
 * compare-and-set, has failed. A <em>poll</em> loop only reads a volatile or atomic variable until
 * the variable changes. A loop belongs to a kind only if the kind's description is true of every
 * path around the loop. For example, a loop that calls {@code Thread.yield} on only one of its
 * branches is an ordinary loop. There is one exception: in a loop of any kind, some paths may wait
 * or spin instead.
 */
final class WaitingLoops {
  /** The result for an ordinary loop, which waits for nothing. */
  static final String NOTHING = "";

  private static final String ATOMIC = "java/util/concurrent/atomic/";
  private static final String HANDLE = "java/lang/invoke/VarHandle";

  /** The prefixes of the names of methods that are attempts. */
  private static final List<String> ATTEMPTS =
      List.of(
          "compareAndSet",
          "compareAndSwap",
          "weakCompareAndSet",
          "weakCompareAndSwap",
          "tryLock",
          "tryAcquire");

  /** The descriptors of {@code Object.wait}. */
  private static final Set<String> WAITS = Set.of("()V", "(J)V", "(JI)V");

  private static final Set<String> MORE = Set.of("hasNext", "hasMoreElements", "hasRemaining");

  /** Calls that change nothing that a loop could observe. */
  private static final Set<String> HARMLESS =
      Set.of(
          "java/lang/System.nanoTime",
          "java/lang/System.currentTimeMillis",
          "java/lang/Thread.currentThread",
          "java/lang/Thread.isInterrupted",
          "java/lang/Boolean.booleanValue",
          "java/lang/Integer.intValue",
          "java/lang/Long.longValue");

  private final OriginalCode code;
  private final CodeBlocks blocks;
  private final FlowGraph graph;
  private final String owner;
  private final Set<String> volatileFields;

  WaitingLoops(MethodCode method) {
    code = method.original;
    blocks = method.blocks;
    graph = method.graph;
    owner = method.facts.name;
    volatileFields = method.facts.volatileFields;
  }

  /**
   * Returns what a loop waits for: the loop's kind ({@code wait}, {@code spin}, {@code retry} or
   * {@code poll}), a space, and the call or field by which the loop was recognised. For an ordinary
   * loop it returns {@link #NOTHING}.
   */
  String waitOf(Loop loop) {
    return new Waits(loop).found();
  }

  /**
   * Returns the kind of a loop that makes this call on every path around the loop; null if the
   * called method neither waits nor spins.
   */
  private static String pauseKind(MethodInsnNode call) {
    switch (call.owner) {
      case "java/lang/Thread":
        boolean spins = call.name.equals("onSpinWait") || call.name.equals("yield");
        return spins ? "spin" : call.name.equals("sleep") ? "wait" : null;
      case "java/util/concurrent/locks/LockSupport":
        return call.name.startsWith("park") ? "wait" : null;
      case "java/util/concurrent/TimeUnit":
        return call.name.equals("sleep") ? "wait" : null;
      case "java/util/concurrent/locks/Condition":
        return call.name.startsWith("await") ? "wait" : null;
      default:
        // The methods Object.wait are final, so no class can declare such an instance method
        // itself. Whatever class the call names, Object.wait is called.
        boolean waits = call.name.equals("wait") && WAITS.contains(call.desc);
        return waits && call.getOpcode() != Opcodes.INVOKESTATIC ? "wait" : null;
    }
  }

  /**
   * Returns whether a call is an attempt, judging by the method's name and result type. No regular
   * expression is used: the class that is being loaded can be one of those that regular expressions
   * need.
   */
  private static boolean isAttempt(MethodInsnNode call) {
    String name = call.name;
    boolean isNamedSo =
        name.length() > 3
            && name.startsWith("cas")
            && name.charAt(3) >= 'A'
            && name.charAt(3) <= 'Z';
    for (String beginning : ATTEMPTS) {
      isNamedSo |= name.startsWith(beginning);
    }
    return isNamedSo && call.desc.endsWith(")Z");
  }

  private static boolean isExchange(MethodInsnNode call) {
    return call.name.startsWith("compareAndExchange");
  }

  private static String named(String owner, String member) {
    return owner.substring(owner.lastIndexOf('/') + 1) + "." + member;
  }

  private static boolean isStore(int opcode) {
    return opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
  }

  private static boolean isLoad(int opcode) {
    return opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD;
  }

  /** Returns whether an instruction compares two numbers and pushes 0 if they are equal. */
  private static boolean isComparison(int opcode) {
    return opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG;
  }

  private int opcode(int place) {
    return place < 0 ? -1 : code.node(place).getOpcode();
  }

  private int variable(int place) {
    return ((VarInsnNode) code.node(place)).var;
  }

  /** Returns the place of the preceding instruction in the same block; -1 if there is none. */
  private int previous(int place, int block) {
    int before = place < 0 ? -1 : code.previous(place);
    return before < blocks.first(block) ? -1 : before;
  }

  private MethodInsnNode call(int place) {
    AbstractInsnNode node = place < 0 ? null : code.node(place);
    return node instanceof MethodInsnNode ? (MethodInsnNode) node : null;
  }

  private final class Waits {
    private final Loop loop;
    private final BitSet pauses = new BitSet();
    private final BitSet attempts = new BitSet();
    private final BitSet polls = new BitSet();
    private final BitSet written = new BitSet();
    private String pause;
    private String attempt;
    private String poll;
    private boolean isPure = true;

    Waits(Loop loop) {
      this.loop = loop;
    }

    String found() {
      findPauses();
      if (pause != null && isOnAllWays(pauses)) {
        return pause;
      }
      findWritten();
      findAttempts();
      BitSet barriers = new BitSet();
      barriers.or(pauses);
      barriers.or(attempts);
      if (attempt != null && isOnAllWays(barriers) && !hasProgress()) {
        return attempt;
      }
      findPolls();
      barriers.or(polls);
      return poll != null && isPure && isOnAllWays(barriers) ? poll : NOTHING;
    }

    private void findPauses() {
      for (int block : loop.blocks()) {
        for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
          MethodInsnNode call = call(at);
          String kind = call == null ? null : pauseKind(call);
          if (kind != null) {
            pauses.set(block);
            pause = pause == null ? kind + " " + named(call.owner, call.name) : pause;
          }
        }
      }
    }

    private void findWritten() {
      for (int block : loop.blocks()) {
        for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
          AbstractInsnNode node = code.node(at);
          if (isStore(node.getOpcode())) {
            written.set(((VarInsnNode) node).var);
          } else if (node instanceof IincInsnNode) {
            written.set(((IincInsnNode) node).var);
          }
        }
      }
    }

    /** Finds blocks that leave the loop if an attempt succeeds and stay in the loop if it fails. */
    private void findAttempts() {
      for (int block : loop.blocks()) {
        if (!(blocks.lastInstruction(block) instanceof JumpInsnNode) || !decides(block)) {
          continue;
        }
        int attempted = attemptBefore(block);
        if (attempted >= 0 && isLeftOnSuccess(block, attempted)) {
          MethodInsnNode call = call(attempted);
          attempts.set(block);
          attempt = attempt == null ? "retry " + named(call.owner, call.name) : attempt;
        }
      }
    }

    /** Returns whether a block has two successors, one inside the loop and one outside. */
    private boolean decides(int block) {
      int[] targets = graph.successors(block);
      return targets.length == 2 && loop.contains(targets[0]) != loop.contains(targets[1]);
    }

    /** Returns the place of the attempt that decides a block's jump; -1 if there is none. */
    private int attemptBefore(int block) {
      int at = tested(block);
      MethodInsnNode call = call(at);
      if (call != null && isAttempt(call)) {
        return at;
      }
      // The result of an exchange is compared with the expected value. The code may load this value
      // after the call, so the nearest call before the jump is looked for.
      while (at >= 0 && call == null) {
        at = previous(at, block);
        call = call(at);
      }
      return call != null && isExchange(call) ? at : -1;
    }

    /**
     * Returns the place of the instruction that made the value on top of the stack at a block's
     * jump. Between the instruction and the jump, the value may be stored in a variable.
     */
    private int tested(int block) {
      int at = previous(blocks.last(block), block);
      int before = previous(at, block);
      boolean isStored = isStore(opcode(at)) && opcode(before) == Opcodes.DUP;
      boolean isKept =
          isLoad(opcode(at)) && isStore(opcode(before)) && variable(at) == variable(before);
      at = isStored || isKept ? previous(before, block) : at;
      return opcode(at) == Opcodes.CHECKCAST ? previous(at, block) : at;
    }

    /** Returns whether a block leaves the loop if an attempt succeeds, and stays if it fails. */
    private boolean isLeftOnSuccess(int block, int attempted) {
      int jump = opcode(blocks.last(block));
      boolean jumpsIfEqual;
      switch (jump) {
        case Opcodes.IFEQ:
        case Opcodes.IFNULL:
        case Opcodes.IF_ICMPEQ:
        case Opcodes.IF_ACMPEQ:
          jumpsIfEqual = true;
          break;
        case Opcodes.IFNE:
        case Opcodes.IFNONNULL:
        case Opcodes.IF_ICMPNE:
        case Opcodes.IF_ACMPNE:
          jumpsIfEqual = false;
          break;
        default:
          return false;
      }
      boolean isLeftOnJump = !loop.contains(graph.successors(block)[0]);
      boolean isLeftIfEqual = jumpsIfEqual == isLeftOnJump;
      boolean isWithZero = jump <= Opcodes.IFNE || jump >= Opcodes.IFNULL;
      if (isAttempt(call(attempted))) {
        return isWithZero && !isLeftIfEqual;
      }
      // An exchange has succeeded if its result is the expected value.
      if (!isWithZero || isComparison(opcode(previous(blocks.last(block), block)))) {
        return isLeftIfEqual;
      }
      // The result itself is compared with 0, false or null. This shows whether the attempt has
      // succeeded only if the expected value is known.
      switch (tested(block) == attempted ? expected(attempted, block) : -1) {
        case Opcodes.ACONST_NULL:
        case Opcodes.ICONST_0:
          return isLeftIfEqual;
        case Opcodes.ICONST_1:
          return !isLeftIfEqual && call(attempted).desc.endsWith(")Z");
        default:
          return false;
      }
    }

    /**
     * Returns the opcode of the instruction that pushes an exchange's expected value, which is the
     * last argument but one; -1 if the last argument isn't a constant or a local variable.
     */
    private int expected(int exchange, int block) {
      int last = previous(exchange, block);
      boolean isPushed = opcode(last) >= Opcodes.ACONST_NULL && opcode(last) <= Opcodes.ALOAD;
      return isPushed ? opcode(previous(last, block)) : -1;
    }

    /**
     * Finds blocks that leave the loop or stay in it depending on the value of a shared variable,
     * which is volatile or atomic. Also finds out whether every instruction of the loop is harmless
     * or reads a shared variable.
     */
    private void findPolls() {
      for (int block : loop.blocks()) {
        boolean decides = decides(block);
        for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
          boolean isShared = isSharedRead(at, block);
          isPure &= isShared || isHarmless(at);
          if (isShared && decides) {
            polls.set(block);
            poll = poll == null ? "poll " + nameOf(code.node(at)) : poll;
          }
        }
      }
    }

    private String nameOf(AbstractInsnNode node) {
      if (node instanceof FieldInsnNode) {
        return named(((FieldInsnNode) node).owner, ((FieldInsnNode) node).name);
      }
      return named(((MethodInsnNode) node).owner, ((MethodInsnNode) node).name);
    }

    /**
     * Returns whether an instruction reads a shared variable, and reads the same variable in each
     * iteration.
     */
    private boolean isSharedRead(int at, int block) {
      AbstractInsnNode node = code.node(at);
      if (node.getOpcode() == Opcodes.GETSTATIC) {
        return isVolatile((FieldInsnNode) node);
      }
      if (node.getOpcode() == Opcodes.GETFIELD) {
        return isVolatile((FieldInsnNode) node) && isSame(previous(at, block), block);
      }
      MethodInsnNode call = call(at);
      boolean reads =
          call != null
              && call.name.startsWith("get")
              && !call.name.startsWith("getAnd")
              && (call.owner.startsWith(ATOMIC) && call.desc.startsWith("()")
                  || call.owner.equals(HANDLE));
      return reads && isSame(previous(at, block), block);
    }

    private boolean isVolatile(FieldInsnNode field) {
      return field.owner.equals(owner) && volatileFields.contains(field.name + field.desc);
    }

    /**
     * Returns whether the instruction at a place has the same result in each iteration, assuming
     * that fields don't change; false if the place is -1.
     */
    private boolean isSame(int at, int block) {
      if (at < 0) {
        return false;
      }
      AbstractInsnNode node = code.node(at);
      switch (node.getOpcode()) {
        case Opcodes.ALOAD:
          return !written.get(((VarInsnNode) node).var);
        case Opcodes.GETSTATIC:
          return true;
        case Opcodes.GETFIELD:
          return isSame(previous(at, block), block);
        default:
          return false;
      }
    }

    private boolean isHarmless(int at) {
      int opcode = code.node(at).getOpcode();
      MethodInsnNode call = call(at);
      if (call != null) {
        return pauseKind(call) != null || HARMLESS.contains(call.owner + "." + call.name);
      }
      boolean writes =
          opcode == Opcodes.PUTFIELD
              || opcode == Opcodes.PUTSTATIC
              || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
      boolean acts =
          opcode == Opcodes.INVOKEDYNAMIC
              || opcode == Opcodes.MONITORENTER
              || opcode == Opcodes.MONITOREXIT
              || opcode == Opcodes.ATHROW
              || opcode == Opcodes.NEW
              || opcode == Opcodes.NEWARRAY
              || opcode == Opcodes.ANEWARRAY
              || opcode == Opcodes.MULTIANEWARRAY;
      return !writes && !acts;
    }

    /** Returns whether every path around the loop passes through one of the blocks. */
    private boolean isOnAllWays(BitSet barriers) {
      if (barriers.get(loop.header())) {
        return true;
      }
      BitSet reached = new BitSet();
      Deque<Integer> pending = new ArrayDeque<>();
      reached.set(loop.header());
      pending.add(loop.header());
      while (!pending.isEmpty()) {
        for (int target : graph.successors(pending.remove())) {
          if (target == loop.header()) {
            return false;
          }
          if (loop.contains(target) && !barriers.get(target) && !reached.get(target)) {
            reached.set(target);
            pending.add(target);
          }
        }
      }
      return true;
    }

    /**
     * Returns whether the loop can also end because of a counter, cursor or iterator that advances
     * from iteration to iteration. Such a loop doesn't merely wait: it processes a series of items.
     */
    private boolean hasProgress() {
      BitSet carried = carried();
      for (int block : loop.blocks()) {
        boolean leaves = false;
        for (int target : graph.successors(block)) {
          leaves |= !loop.contains(target);
        }
        if (leaves && !attempts.get(block) && looksAt(block, carried)) {
          return true;
        }
      }
      return false;
    }

    /**
     * Returns whether a block's decision depends on an iterator or on one of the given variables,
     * whose values pass from one iteration to the next.
     */
    private boolean looksAt(int block, BitSet carried) {
      for (int at = previous(blocks.last(block), block); at >= 0; at = previous(at, block)) {
        AbstractInsnNode node = code.node(at);
        if (isLoad(node.getOpcode()) && carried.get(((VarInsnNode) node).var)) {
          return true;
        }
        if (call(at) != null && MORE.contains(call(at).name)) {
          return true;
        }
        boolean endsStatement =
            isStore(node.getOpcode())
                || node.getOpcode() == Opcodes.POP
                || node.getOpcode() == Opcodes.PUTFIELD
                || node.getOpcode() == Opcodes.PUTSTATIC;
        if (endsStatement) {
          return false;
        }
      }
      return false;
    }

    /**
     * Returns the variables whose values pass from one iteration to the next. Variables that are
     * only ever set to the value of a shared variable, as in the usual retry loop, are left out.
     */
    private BitSet carried() {
      BitSet own = new BitSet();
      for (int block : loop.blocks()) {
        for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
          AbstractInsnNode node = code.node(at);
          if (node instanceof IincInsnNode) {
            own.set(((IincInsnNode) node).var);
          } else if (isStore(node.getOpcode()) && !isOfShared(at, block)) {
            own.set(((VarInsnNode) node).var);
          }
        }
      }
      own.and(liveAtHeader());
      return own;
    }

    /** Returns whether a store instruction stores the value of a shared variable. */
    private boolean isOfShared(int store, int block) {
      int at = previous(store, block);
      while (at >= 0
          && (code.node(at).getOpcode() == Opcodes.DUP
              || code.node(at).getOpcode() == Opcodes.CHECKCAST)) {
        at = previous(at, block);
      }
      MethodInsnNode call = call(at);
      return call != null && isExchange(call) || at >= 0 && isSharedRead(at, block);
    }

    /** Returns the variables that an iteration may read before it writes them. */
    private BitSet liveAtHeader() {
      BitSet[] live = new BitSet[blocks.count()];
      for (int block : loop.blocks()) {
        live[block] = new BitSet();
      }
      boolean changed = true;
      while (changed) {
        changed = false;
        for (int i = loop.blocks().length - 1; i >= 0; i--) {
          int block = loop.blocks()[i];
          BitSet before = liveBefore(block, live);
          changed |= !before.equals(live[block]);
          live[block] = before;
        }
      }
      return live[loop.header()];
    }

    private BitSet liveBefore(int block, BitSet[] live) {
      BitSet found = new BitSet();
      for (int target : graph.successors(block)) {
        if (loop.contains(target) && target != loop.header()) {
          found.or(live[target]);
        }
      }
      for (int at = blocks.last(block); at >= 0; at = previous(at, block)) {
        AbstractInsnNode node = code.node(at);
        if (isStore(node.getOpcode())) {
          found.clear(((VarInsnNode) node).var);
        } else if (isLoad(node.getOpcode())) {
          found.set(((VarInsnNode) node).var);
        } else if (node instanceof IincInsnNode) {
          found.set(((IincInsnNode) node).var);
        }
      }
      return found;
    }
  }
}
