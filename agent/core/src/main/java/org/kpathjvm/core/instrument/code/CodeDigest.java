package org.kpathjvm.core.instrument.code;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Computes the digest of a method's instructions and exception handlers, and the digest of a single
 * block's instructions. If the same compiler compiles the same source twice, the digests are the
 * same, with or without debug information.
 *
 * <p>A digest contains the constants themselves instead of their indices in the constant pool. In a
 * method's digest, the target of a jump is the number of the target instruction. So a digest
 * depends neither on the order of the constant pool nor on the sizes of instructions. Lines, names
 * of variables and stack maps aren't part of a digest.
 *
 * <p>In names such as {@code Outer$1}, {@code lambda$run$0} and {@code access$000}, the compiler
 * has made up the number after the last dollar sign. This number changes if the source gets another
 * lambda or anonymous class further up. Therefore a digest numbers such names anew, in the order in
 * which they first occur in the method or block. The name of the method's own class is left out, so
 * that the digests stay the same if the class is renamed. Constants that are strings or numbers
 * aren't changed.
 */
public final class CodeDigest {
  /**
   * An odd number without a pattern. Multiplying by it is reversible, and spreads the change of one
   * bit to other bits.
   */
  private static final long FACTOR = 0x9e37_79b9_7f4a_7c15L;

  /** Stands for the end of a name or string. Unlike a character, it is negative. */
  private static final int END = -1;

  /** Stands for the name of the method's own class. */
  private static final int OWN_CLASS = -2;

  private final Map<AbstractInsnNode, Integer> places = new HashMap<>();

  /**
   * The names with made-up numbers, numbered in the order in which they first occurred; null until
   * one has occurred.
   */
  private Map<String, Integer> madeUp;

  private final String className;

  /** Whether the digest contains the targets of jumps, and the keys and targets of switches. */
  private final boolean hasTargets;

  private long state = 1;

  private CodeDigest(String className, boolean hasTargets) {
    this.className = className;
    this.hasTargets = hasTargets;
  }

  /**
   * Returns the digest of a method that has no probes yet, as 16 hexadecimal digits.
   *
   * @param className the internal name of the method's class
   * @param method the method as it was read, before its subroutines are inlined
   */
  public static String of(String className, MethodNode method) {
    CodeDigest digest = new CodeDigest(className, true);
    digest.addCode(method);
    String hex = Long.toHexString(digest.state);
    return "0".repeat(16 - hex.length()) + hex;
  }

  /**
   * Returns the digest of a block's instructions; the digest is never 0. It contains no targets of
   * jumps, no keys or targets of switches and no goto, because a block needs a goto only if its
   * successor doesn't come directly after it. So a block has the same digest wherever it is in the
   * method, as long as its variables have the same numbers.
   *
   * @param className the internal name of the method's class
   * @param code the method without probes
   * @param first the place of the block's first instruction
   * @param last the place of the block's last instruction
   */
  public static int ofBlock(String className, OriginalCode code, int first, int last) {
    CodeDigest digest = new CodeDigest(className, false);
    for (int place = first; place <= last; place = code.next(place)) {
      AbstractInsnNode node = code.node(place);
      if (node.getOpcode() != Opcodes.GOTO) {
        digest.add(node.getOpcode());
        digest.addOperands(node);
      }
    }
    int found = (int) digest.state;
    return found == 0 ? 1 : found;
  }

  private void addCode(MethodNode method) {
    int place = 0;
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node.getOpcode() >= 0) {
        place++;
      } else if (node instanceof LabelNode) {
        places.put(node, place);
      }
    }
    for (AbstractInsnNode node = method.instructions.getFirst();
        node != null;
        node = node.getNext()) {
      if (node.getOpcode() >= 0) {
        add(node.getOpcode());
        addOperands(node);
      }
    }
    add(method.tryCatchBlocks.size());
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      addTarget(block.start);
      addTarget(block.end);
      addTarget(block.handler);
      addType(block.type == null ? "" : block.type);
    }
  }

  private void addOperands(AbstractInsnNode node) {
    if (node instanceof VarInsnNode) {
      add(((VarInsnNode) node).var);
    } else if (node instanceof FieldInsnNode) {
      FieldInsnNode field = (FieldInsnNode) node;
      addMember(field.owner, field.name, field.desc);
    } else if (node instanceof MethodInsnNode) {
      MethodInsnNode call = (MethodInsnNode) node;
      addMember(call.owner, call.name, call.desc);
      add(call.itf ? 1 : 0);
    } else if (node instanceof JumpInsnNode) {
      if (hasTargets) {
        addTarget(((JumpInsnNode) node).label);
      }
    } else if (node instanceof IntInsnNode) {
      add(((IntInsnNode) node).operand);
    } else if (node instanceof LdcInsnNode) {
      addConstant(((LdcInsnNode) node).cst);
    } else if (node instanceof TypeInsnNode) {
      addType(((TypeInsnNode) node).desc);
    } else if (node instanceof IincInsnNode) {
      add(((IincInsnNode) node).var);
      add(((IincInsnNode) node).incr);
    } else if (node instanceof TableSwitchInsnNode) {
      TableSwitchInsnNode table = (TableSwitchInsnNode) node;
      if (hasTargets) {
        add(table.min);
        add(table.max);
        addTargets(table.dflt, table.labels);
      }
    } else if (node instanceof LookupSwitchInsnNode) {
      LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) node;
      if (hasTargets) {
        for (int key : lookup.keys) {
          add(key);
        }
        addTargets(lookup.dflt, lookup.labels);
      }
    } else if (node instanceof InvokeDynamicInsnNode) {
      InvokeDynamicInsnNode dynamic = (InvokeDynamicInsnNode) node;
      addName(dynamic.name);
      addType(dynamic.desc);
      addHandle(dynamic.bsm);
      add(dynamic.bsmArgs.length);
      for (Object argument : dynamic.bsmArgs) {
        addConstant(argument);
      }
    } else if (node instanceof MultiANewArrayInsnNode) {
      addType(((MultiANewArrayInsnNode) node).desc);
      add(((MultiANewArrayInsnNode) node).dims);
    }
  }

  private void addTargets(LabelNode other, List<LabelNode> labels) {
    add(labels.size());
    addTarget(other);
    for (LabelNode label : labels) {
      addTarget(label);
    }
  }

  private void addTarget(LabelNode label) {
    add(places.get(label));
  }

  private void addMember(String owner, String name, String descriptor) {
    addType(owner);
    addName(name);
    addType(descriptor);
  }

  private void addHandle(Handle handle) {
    add(handle.getTag());
    addMember(handle.getOwner(), handle.getName(), handle.getDesc());
    add(handle.isInterface() ? 1 : 0);
  }

  private void addConstant(Object constant) {
    if (constant instanceof String) {
      add('s');
      addText((String) constant);
    } else if (constant instanceof Integer) {
      add('i');
      add((Integer) constant);
    } else if (constant instanceof Long) {
      add('l');
      add((Long) constant);
    } else if (constant instanceof Float) {
      add('f');
      add(Float.floatToRawIntBits((Float) constant));
    } else if (constant instanceof Double) {
      add('d');
      add(Double.doubleToRawLongBits((Double) constant));
    } else if (constant instanceof Handle) {
      add('h');
      addHandle((Handle) constant);
    } else if (constant instanceof ConstantDynamic) {
      ConstantDynamic dynamic = (ConstantDynamic) constant;
      add('c');
      addName(dynamic.getName());
      addType(dynamic.getDescriptor());
      addHandle(dynamic.getBootstrapMethod());
      add(dynamic.getBootstrapMethodArgumentCount());
      for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
        addConstant(dynamic.getBootstrapMethodArgument(i));
      }
    } else {
      add('t');
      addType(((Type) constant).getDescriptor());
    }
  }

  /** Adds the name of a class, or a descriptor, without the name of the method's own class. */
  private void addType(String type) {
    int from = 0;
    int own = type.indexOf(className);
    while (own >= 0) {
      int end = own + className.length();
      if (isWholeName(type, own, end)) {
        addPart(type, from, own);
        add(OWN_CLASS);
        from = end;
      }
      own = type.indexOf(className, end);
    }
    addPart(type, from, type.length());
    add(END);
  }

  /**
   * Returns whether a part of a type is the whole name of a class. A dollar sign ends the name of
   * an enclosing class.
   */
  private static boolean isWholeName(String type, int from, int to) {
    boolean isInDescriptor =
        from > 0
            && type.charAt(from - 1) == 'L'
            && (from == 1 || "[;()".indexOf(type.charAt(from - 2)) >= 0)
            && type.indexOf(';', to) >= 0;
    if (from > 0 && !isInDescriptor) {
      return false;
    }
    return to == type.length() || type.charAt(to) == ';' || type.charAt(to) == '$';
  }

  private void addName(String name) {
    addPart(name, 0, name.length());
    add(END);
  }

  /** Adds a part of a name, with the compiler's made-up numbers replaced. */
  private void addPart(String name, int begin, int stop) {
    int from = begin;
    int dollar = name.indexOf('$', begin);
    while (dollar >= 0 && dollar < stop) {
      int end = dollar + 1;
      while (end < stop && isDigit(name.charAt(end))) {
        end++;
      }
      if (end > dollar + 1) {
        addChars(name, from, dollar + 1);
        int start = Math.max(name.lastIndexOf('/', dollar), name.lastIndexOf(';', dollar)) + 1;
        addMadeUp(name.substring(start, end));
        from = end;
      }
      dollar = name.indexOf('$', end);
    }
    addChars(name, from, stop);
  }

  /** Adds a number in place of a name's made-up number. Unlike a character, it is negative. */
  private void addMadeUp(String name) {
    if (madeUp == null) {
      madeUp = new HashMap<>();
    }
    Integer number = madeUp.get(name);
    if (number == null) {
      number = madeUp.size();
      madeUp.put(name, number);
    }
    add(OWN_CLASS - 1 - number);
  }

  private void addText(String text) {
    addChars(text, 0, text.length());
    add(END);
  }

  private void addChars(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      add(text.charAt(i));
    }
  }

  private static boolean isDigit(char one) {
    return one >= '0' && one <= '9';
  }

  /** Adds a number. If the same number is added to two different states, the results differ. */
  private void add(long number) {
    state = (state ^ number) * FACTOR;
    state ^= state >>> 32;
  }
}
