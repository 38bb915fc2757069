package org.kpathjvm.core.instrument.relocation;

import java.util.Arrays;
import java.util.HashSet;
import java.util.ListIterator;
import java.util.Set;
import java.util.function.IntPredicate;
import org.kpathjvm.core.instrument.classfile.CodeSizes;
import org.kpathjvm.core.instrument.classfile.MethodReplacer;
import org.kpathjvm.core.instrument.classfile.OffsetReader;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Moves ids from the constant pool of an instrumented class to its code. A class that is
 * transformed again keeps all constants that it ever had, and gets a larger pool for each new one.
 * So an id that the class gets only once is composed of small numbers, which compilers fold.
 */
public final class IdsInCode {
  /**
   * The distance that jumps reach. In larger code, the writer would replace jumps that don't reach
   * their targets.
   */
  private static final int MOST_CODE_BYTES = Short.MAX_VALUE;

  private static final int INT_GROWTH_BYTES = 8;
  private static final int LONG_GROWTH_BYTES = INT_GROWTH_BYTES + 5;

  /** The number of stack slots that composing a packing needs in addition to the packing. */
  private static final int MORE_STACK = 2;

  private static final int COUNT_OFFSET = 8;
  private static final int INTEGER_TAG = 3;
  private static final int LONG_TAG = 5;

  private final IntPredicate isOnce;
  private final int codeLimit;

  /** The constants that are still loaded from the pool. */
  private final Set<Number> kept = new HashSet<>();

  private IdsInCode(IntPredicate isOnce, int codeLimit) {
    this.isOnce = isOnce;
    this.codeLimit = codeLimit;
  }

  /**
   * Returns the class file whose code contains the ids that the class gets only once.
   *
   * @param instrumented the class file; it isn't modified
   * @param original the class file before it was instrumented
   * @param isOnce whether a number may be such an id, or an initial value of a path register with
   *     such ids; it may accept numbers of the class's own as well
   * @param codeLimit the number of bytes beyond which methods must not grow. A method that would
   *     grow further keeps its constants, and so does a class without room for other constants.
   * @throws RuntimeException if the bytes aren't a class file
   */
  public static byte[] of(
      byte[] instrumented, byte[] original, IntPredicate isOnce, int codeLimit) {
    return new IdsInCode(isOnce, codeLimit).move(instrumented, original);
  }

  private byte[] move(byte[] instrumented, byte[] original) {
    OffsetReader reader = new OffsetReader(instrumented);
    int[] sizes = CodeSizes.of(reader);
    MethodNode[] changed = new MethodNode[sizes.length];
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          private int next;

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            int place = next++;
            return new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions) {
              @Override
              public void visitEnd() {
                if (move(this, sizes[place])) {
                  changed[place] = this;
                }
              }
            };
          }
        },
        ClassReader.EXPAND_FRAMES);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new MethodReplacer(writer, changed), ClassReader.EXPAND_FRAMES);
    byte[] written;
    try {
      written = writer.toByteArray();
    } catch (ClassTooLargeException noRoomForConstants) {
      return instrumented;
    }
    clear(written, unsignedShort(original, COUNT_OFFSET), reader.getItemCount());
    return reader.withOriginalVersion(written);
  }

  /** Moves the ids of a method, and returns whether it has been changed. */
  private boolean move(MethodNode method, int bytes) {
    Set<Number> found = new HashSet<>();
    int grown = bytes;
    for (AbstractInsnNode instruction : method.instructions) {
      Number id = idIn(instruction);
      if (id != null) {
        found.add(id);
        grown += id instanceof Long ? LONG_GROWTH_BYTES : INT_GROWTH_BYTES;
      }
    }
    if (grown > (bytes > codeLimit ? MOST_CODE_BYTES : codeLimit)) {
      kept.addAll(found);
      return false;
    }
    ListIterator<AbstractInsnNode> instructions = method.instructions.iterator();
    while (instructions.hasNext()) {
      AbstractInsnNode instruction = instructions.next();
      Number id = idIn(instruction);
      if (id != null) {
        method.instructions.insertBefore(instruction, code(id));
        instructions.remove();
      }
    }
    method.maxStack += MORE_STACK;
    return !found.isEmpty();
  }

  /**
   * Returns the id or packing that an instruction loads from the pool; null if it doesn't load one.
   */
  private Number idIn(AbstractInsnNode instruction) {
    if (!(instruction instanceof LdcInsnNode)) {
      return null;
    }
    Object constant = ((LdcInsnNode) instruction).cst;
    return constant instanceof Number && isId((Number) constant) ? (Number) constant : null;
  }

  private boolean isId(Number constant) {
    if (constant instanceof Integer) {
      // No such number is larger than twice the largest id.
      int number = (Integer) constant;
      return number >> Short.SIZE - 1 == (short) (number >> Short.SIZE - 1) && isOnce.test(number);
    }
    if (!(constant instanceof Long)) {
      return false;
    }
    long packing = (Long) constant;
    return packing >> Integer.SIZE == (packing >> Integer.SIZE & Long.SIZE - 1)
        && (int) packing > 0
        && isOnce.test((int) packing);
  }

  private static InsnList code(Number id) {
    InsnList code = new InsnList();
    if (id instanceof Long) {
      // The upper half is the same each time the class is transformed.
      long above = (Long) id & ~0xffff_ffffL;
      code.add(new LdcInsnNode(above));
      push(id.intValue(), code);
      code.add(new InsnNode(Opcodes.I2L));
      code.add(new InsnNode(Opcodes.LOR));
    } else {
      push(id.intValue(), code);
    }
    return code;
  }

  private static void push(int number, InsnList code) {
    if (number == (short) number) {
      code.add(new IntInsnNode(Opcodes.SIPUSH, number));
      return;
    }
    code.add(new IntInsnNode(Opcodes.SIPUSH, number >> Short.SIZE - 1));
    code.add(new IntInsnNode(Opcodes.BIPUSH, Short.SIZE - 1));
    code.add(new InsnNode(Opcodes.ISHL));
    code.add(new IntInsnNode(Opcodes.SIPUSH, number & Short.MAX_VALUE));
    code.add(new InsnNode(Opcodes.IOR));
  }

  /**
   * Replaces the ids by 0 in all constants that nothing loads any more. So when the class is
   * transformed again, it already has these constants.
   */
  private void clear(byte[] file, int first, int end) {
    ClassReader constants = new OffsetReader(file);
    for (int index = first; index < end; index++) {
      int at = constants.getItem(index);
      if (at == 0) {
        // This is the second half of a long.
        continue;
      }
      int tag = file[at - 1];
      Number number = null;
      if (tag == INTEGER_TAG) {
        number = constants.readInt(at);
      } else if (tag == LONG_TAG) {
        number = constants.readLong(at);
      }
      if (number != null && isId(number) && !kept.contains(number)) {
        // A packing's upper half is the same each time the class is transformed.
        int id = tag == LONG_TAG ? at + Integer.BYTES : at;
        Arrays.fill(file, id, id + Integer.BYTES, (byte) 0);
      }
    }
  }

  private static int unsignedShort(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }
}
