package org.kpathjvm.core.instrument.classfile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;

class ClassFileVersionTest {
  private static byte[] file(int minor, int major) {
    return new byte[] {
      1, 2, 3, 4, (byte) (minor >> 8), (byte) minor, (byte) (major >> 8), (byte) major, 9
    };
  }

  @ParameterizedTest
  @CsvSource({"45, false", "49, false", "50, true", "65, true", "300, true"})
  void framesCameWithVersion50(int major, boolean frames) {
    assertEquals(frames, new ClassFileVersion(file(0, major)).hasFrames());
  }

  @Test
  void aKnownVersionIsNotChanged() {
    byte[] file = file(3, Opcodes.V28);
    assertSame(file, new ClassFileVersion(file).readable());
    byte[] tooShort = {1, 2, 3};
    assertSame(tooShort, new ClassFileVersion(tooShort).readable());
  }

  @ParameterizedTest
  @CsvSource({"73", "300"})
  void aNewerVersionIsReplacedAndRestored(int major) {
    byte[] original = file(0xffff, major);
    byte[] readable = new ClassFileVersion(original).readable();
    assertNotSame(original, readable);
    assertArrayEquals(file(0xffff, Opcodes.V28), readable);
    new ClassFileVersion(original).copyTo(readable);
    assertArrayEquals(original, readable);
  }
}
