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
 * Moves ids from the constant pool of an instrumented class to the class's code. When a class is
 * transformed again, HotSpot keeps all constants that the class ever had, so each new constant
 * makes the pool larger. Therefore, instructions compose an id from small numbers if the id occurs
 * in only one version of the class. Compilers evaluate these instructions at compile time.
 */
public final class IdsInCode {
  /**
   * The largest distance of a jump. In larger code, ASM would replace jumps whose targets are too
   * far away.
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

  /** The ids and packings that are still loaded from the pool. */
  private final Set<Number> kept = new HashSet<>();

  private IdsInCode(IntPredicate isOnce, int codeLimit) {
    this.isOnce = isOnce;
    this.codeLimit = codeLimit;
  }

  /**
   * Moves ids to the code if they occur in only one version of the class, and returns the resulting
   * class file.
   *
   * @param instrumented the class file; it isn't modified
   * @param original the class file before it was instrumented
   * @param isOnce tests whether a number may be an id that occurs in only one version of the class,
   *     or a path register's initial value that is computed from such ids. The predicate may also
   *     accept numbers that occur in the original class.
   * @param codeLimit the number of bytes beyond which a method must not grow. A method that is
   *     larger already may grow to {@link Short#MAX_VALUE} bytes. A method that would grow further
   *     keeps its constants. A class whose constant pool is full keeps its constants, too.
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

  /** Moves the ids of a method, and returns whether the method has changed. */
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
   * Returns the id or packing that an instruction loads from the pool; null if it loads neither.
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
      // Ids and initial values are at most twice the largest id. So a number with more bits than
      // push can compose is neither an id nor an initial value.
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
      // Only the lower half, the id, changes when the class is transformed again.
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
   * Sets the ids to 0 in all constants that are no longer loaded. Then the constants are the same
   * each time the class is transformed, so the pool doesn't grow.
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
        // A packing's id is in the lower half.
        int id = tag == LONG_TAG ? at + Integer.BYTES : at;
        Arrays.fill(file, id, id + Integer.BYTES, (byte) 0);
      }
    }
  }

  private static int unsignedShort(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }
}
