package org.kpathjvm.core.instrument.classfile;

import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Replaces the reads of some of a class's static fields with constants. The fields stay as they
 * are. The new instructions compose the constants instead of loading them from the constant pool,
 * because HotSpot keeps every constant that was ever in the pool of any version of a class.
 */
public final class ConstantFields extends ClassVisitor {
  private static final String LONG = "J";

  /** The stack slots that are needed to compose a value, besides the value's own two. */
  private static final int MORE_STACK = 2;

  private final Map<String, Long> values;
  private String owner;

  private ConstantFields(ClassVisitor writer, Map<String, Long> values) {
    super(Opcodes.ASM9, writer);
    this.values = values;
  }

  /**
   * Returns the class file with the reads replaced.
   *
   * @param values the values of fields of type long, by name. The highest 16 bits hold a number
   *     from 0 to 32,767, and so do the lowest 16 bits. The bits in between are 0.
   * @throws IllegalArgumentException if a value doesn't have this form
   */
  public static byte[] of(byte[] file, Map<String, Long> values) {
    values.forEach(
        (name, value) -> {
          if (value != (high(value) << HIGH_SHIFT | low(value)) || high(value) < 0) {
            throw new IllegalArgumentException(name + " can't be " + value);
          }
        });
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new ConstantFields(writer, values), 0);
    return writer.toByteArray();
  }

  private static final int HIGH_SHIFT = 48;

  private static long high(long value) {
    return value >> HIGH_SHIFT;
  }

  private static long low(long value) {
    return value & Short.MAX_VALUE;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    owner = name;
    super.visit(version, access, name, signature, superName, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Reads(super.visitMethod(access, name, descriptor, signature, exceptions));
  }

  private final class Reads extends MethodVisitor {
    Reads(MethodVisitor written) {
      super(Opcodes.ASM9, written);
    }

    @Override
    public void visitFieldInsn(int opcode, String of, String name, String descriptor) {
      Long value = values.get(name);
      if (opcode != Opcodes.GETSTATIC
          || value == null
          || !of.equals(owner)
          || !descriptor.equals(LONG)) {
        super.visitFieldInsn(opcode, of, name, descriptor);
        return;
      }
      if (high(value) == 0) {
        part(low(value));
        return;
      }
      part(high(value));
      visitIntInsn(Opcodes.BIPUSH, HIGH_SHIFT);
      visitInsn(Opcodes.LSHL);
      if (low(value) != 0) {
        part(low(value));
        visitInsn(Opcodes.LOR);
      }
    }

    private void part(long value) {
      visitIntInsn(Opcodes.SIPUSH, (int) value);
      visitInsn(Opcodes.I2L);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      super.visitMaxs(stack + MORE_STACK, locals);
    }
  }
}
