package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Tests the instrumentation of whole classes. */
class ClassInstrumenterTest implements Opcodes {
  private static GeneratedClass generated(int version) {
    return new GeneratedClass(version, ClassWriter.COMPUTE_FRAMES)
        .f(SmallMethods::loop)
        .method(ACC_NATIVE, "none", "()V", m -> {})
        .method(ACC_STATIC, "g", "()Ljava/lang/Object;", SmallMethods::returnsNull);
  }

  private static InstrumentedClass instrument(byte[] original, IdAllocator ids) {
    return new ClassInstrumenter()
        .instrument(original, "app", new InstrumentOptions(CutMode.BACK_EDGE, 4096), ids);
  }

  private static IdAllocator from(int first) {
    int[] next = {first};
    return count -> (next[0] += count) - count;
  }

  @Test
  void methodsAreRecordedInOrder() {
    InstrumentedClass result = instrument(generated(V11).bytes(), from(1));
    assertEquals(
        List.of("f(I)Ljava/lang/Object;", "g()Ljava/lang/Object;"),
        List.of(Records.method(result.methods().get(0)), Records.method(result.methods().get(1))));
    assertEquals(List.of(), result.skipped());
  }

  @Test
  void idsAreConsecutive() {
    InstrumentedClass result = instrument(generated(V11).bytes(), from(70));
    // The first method needs five ids: one for each of its four paths, and one for a counter.
    assertEquals(70, result.methods().get(0).plan.firstId());
    assertEquals(75, result.methods().get(1).plan.firstId());
  }

  @Test
  void anUnchangedClassIsNotWritten() {
    assertNull(instrument(generated(V11).bytes(), count -> -1).bytes());
    assertNull(instrument(new GeneratedClass().bytes(), from(1)).bytes());
  }

  @Test
  void skippedMethodsHaveAReason() {
    InstrumentedClass result = instrument(generated(V11).bytes(), count -> -1);
    assertEquals(2, result.skipped().size());
    assertEquals("ids-exhausted: no ids are left for its 4 paths", result.skipped().get(0).reason);
  }

  @Test
  void theClassFileVersionIsKept() {
    // No JDK writes class files of version 120 yet.
    for (int version : new int[] {V1_5, V17, 120}) {
      byte[] original = generated(V1_5).bytes();
      original[7] = (byte) version;
      byte[] written = instrument(original, from(1)).bytes();
      assertEquals(version, written[6] << 8 | written[7]);
    }
  }

  @Test
  void theOriginalIsNotModified() {
    byte[] original = generated(V11).bytes();
    byte[] copy = original.clone();
    instrument(original, from(1));
    assertArrayEquals(copy, original);
  }

  @Test
  void aFileThatIsNotAClassFileIsRefused() {
    assertThrows(RuntimeException.class, () -> instrument(new byte[10], from(1)));
  }
}
