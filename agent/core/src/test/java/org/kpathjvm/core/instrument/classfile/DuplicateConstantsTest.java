package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tests a class constant that is in the pool twice: once at an index that fits into ldc, and once
 * at an index that is too large for ldc.
 */
class DuplicateConstantsTest implements Opcodes {
  private static final String TWICE = "java/lang/Integer";

  private static byte[] classFile() {
    GeneratedClass generated =
        new GeneratedClass()
            .f(
                m -> {
                  m.visitLdcInsn(Type.getObjectType(TWICE));
                  m.visitInsn(POP);
                  returnBoxed(m, 0);
                });
    for (int i = 0; i < 256; i++) {
      generated.constant("s" + i);
    }
    byte[] bytes =
        generated
            .method(
                ACC_STATIC,
                "g",
                "()Ljava/lang/Object;",
                m -> {
                  m.visitLdcInsn(Type.getObjectType("Other"));
                  m.visitInsn(ARETURN);
                })
            .bytes();
    ClassReader reader = new ClassReader(bytes);
    int name = entry(reader, TWICE);
    int other = entry(reader, "Other");
    bytes[other] = bytes[name];
    bytes[other + 1] = bytes[name + 1];
    return bytes;
  }

  /** Returns the offset just after the tag of the class's entry in the constant pool. */
  private static int entry(ClassReader reader, String className) {
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int index = 1; index < reader.getItemCount(); index++) {
      int at = reader.getItem(index);
      if (at > 0 && reader.readByte(at - 1) == 7 && reader.readUTF8(at, buffer).equals(className)) {
        return at;
      }
    }
    throw new AssertionError("no class " + className);
  }

  @Test
  void duplicateConstantsAreFound() {
    OffsetReader reader = new OffsetReader(classFile());
    assertTrue(reader.duplicates().contains(Type.getObjectType(TWICE)));
    assertFalse(reader.duplicates().contains(Type.getObjectType("java/lang/Object")));
  }

  /**
   * ASM's writer uses the entry with the higher index. So the method grows by the size of its
   * probes, and by one more byte for the larger index.
   */
  @Test
  void theSizeIsPredicted() {
    int[] next = {100_000};
    InstrumentedClass result =
        new ClassInstrumenter()
            .instrument(
                classFile(),
                "app",
                new InstrumentOptions(CutMode.BACK_EDGE, 4096),
                count -> (next[0] += count) - count);
    MethodRecord f = result.methods().get(0);
    assertEquals("f", f.plan.method.name);
    assertEquals(f.instrumentedBytes, f.predictedBytes);
    assertEquals(2, result.methods().size());
  }
}
