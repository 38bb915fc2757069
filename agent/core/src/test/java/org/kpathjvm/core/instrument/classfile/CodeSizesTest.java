package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.RawCode;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class CodeSizesTest implements Opcodes {
  @Test
  void sizesAreListedByMethod() {
    byte[] file =
        new GeneratedClass()
            .field("x", "I")
            .method(ACC_STATIC, "a", "()V", m -> m.visitInsn(RETURN))
            .f(m -> returnBoxed(m, 0))
            .bytes();
    assertArrayEquals(new int[] {1, 5}, CodeSizes.of(new ClassReader(file)));
  }

  /** The class has a field, abstract methods, and methods with several attributes. */
  @Test
  void sizesOfAJdkClassAreRight() {
    byte[] file = ClassFiles.read(ClassLoader.getSystemClassLoader(), "java.util.AbstractList");
    List<String> keys = new ArrayList<>();
    new ClassReader(file)
        .accept(
            new ClassVisitor(ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                keys.add(name + descriptor);
                return null;
              }
            },
            0);
    Map<String, RawCode> code = RawCode.of(file);
    int[] sizes = CodeSizes.of(new ClassReader(file));
    assertEquals(keys.size(), sizes.length);
    for (int i = 0; i < sizes.length; i++) {
      int expected = code.containsKey(keys.get(i)) ? code.get(keys.get(i)).size() : 0;
      assertEquals(expected, sizes[i], keys.get(i));
    }
  }
}
