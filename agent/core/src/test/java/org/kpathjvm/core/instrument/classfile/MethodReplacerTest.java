package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.RawCode;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

class MethodReplacerTest implements Opcodes {
  private static final byte[] ORIGINAL =
      new GeneratedClass()
          .method(ACC_STATIC, "first", "()Ljava/lang/Object;", SmallMethods::returnsNull)
          .method(ACC_PUBLIC | ACC_NATIVE, "none", "()V", m -> {})
          .method(ACC_STATIC, "second", "()Ljava/lang/Object;", SmallMethods::returnsNull)
          .bytes();

  private static byte[] replaced(MethodNode... changed) {
    ClassReader reader = new ClassReader(ORIGINAL);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new MethodReplacer(writer, changed), ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }

  private static MethodNode withNop(String name) {
    MethodNode method = new MethodNode(ACC_STATIC, name, "()Ljava/lang/Object;", null, null);
    method.instructions.add(new InsnNode(NOP));
    SmallMethods.returnsNull(method);
    method.maxStack = 1;
    return method;
  }

  @Test
  void methodsAreReplacedByIndex() {
    var code = RawCode.of(replaced(null, null, withNop("second")));
    assertEquals(2, code.get("first()Ljava/lang/Object;").size());
    assertEquals(3, code.get("second()Ljava/lang/Object;").size());
  }

  @Test
  void severalMethodsAreReplaced() {
    var code = RawCode.of(replaced(withNop("first"), null, withNop("second")));
    assertEquals(3, code.get("first()Ljava/lang/Object;").size());
    assertEquals(3, code.get("second()Ljava/lang/Object;").size());
  }

  @Test
  void withoutReplacementsTheClassIsCopiedByteForByte() {
    assertArrayEquals(ORIGINAL, replaced(null, null, null));
  }
}
