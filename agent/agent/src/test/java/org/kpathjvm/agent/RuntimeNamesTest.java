package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.inline.HashProbes;
import org.kpathjvm.runtime.recorder.Recorder;
import org.kpathjvm.runtime.threads.Carrier;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Tests the renaming of the runtime's classes. The renamed classes must be the same as those that
 * ASM's remapper makes.
 */
class RuntimeNamesTest {
  private static final String TARGET_PREFIX = "java/lang/KPath";

  private static byte[] read(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      return in.readAllBytes();
    }
  }

  @Test
  void allReferencesToRenamedClassesAreRenamed() throws IOException {
    for (Class<?> type : new Class<?>[] {Recorder.class, HashProbes.class}) {
      byte[] file = read(type);
      byte[] renamed = RuntimeNames.replace(file, TARGET_PREFIX, null, null);
      assertEquals(TARGET_PREFIX + type.getSimpleName(), new ClassReader(renamed).getClassName());
      assertArrayEquals(remapped(file), written(renamed));
    }
  }

  @Test
  void aMethodNameCanBeReplaced() throws IOException {
    byte[] file = read(Carrier.class);
    byte[] renamed =
        RuntimeNames.replace(file, TARGET_PREFIX, "currentThread", "currentCarrierThread");
    String text = new String(renamed, StandardCharsets.ISO_8859_1);
    assertTrue(text.contains("currentCarrierThread"));
    assertFalse(text.contains("currentThread"));
  }

  private static byte[] remapped(byte[] file) {
    ClassWriter writer = new ClassWriter(0);
    Remapper names =
        new Remapper(Opcodes.ASM9) {
          @Override
          public String map(String name) {
            return name.startsWith("org/kpathjvm/runtime/")
                ? TARGET_PREFIX + name.substring(name.lastIndexOf('/') + 1)
                : name;
          }
        };
    new ClassReader(file).accept(new ClassRemapper(writer, names), 0);
    return writer.toByteArray();
  }

  private static byte[] written(byte[] file) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(file).accept(writer, 0);
    return writer.toByteArray();
  }
}
