package org.kpathjvm.core.instrument.relocation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.numbering.CutMode;

class PoolPatchesTest {
  private static final int FIRST = 1_000_000;

  /**
   * Returns a class with one method. After instrumentation, the method packs its paths and counts
   * its entries.
   */
  private static byte[] loop() {
    return new GeneratedClass().f(SmallMethods::loop).bytes();
  }

  private static InstrumentedClass instrument(byte[] original, int first) {
    int[] next = {first};
    return new ClassInstrumenter()
        .instrument(
            original,
            "app",
            new InstrumentOptions(CutMode.BACK_EDGE, 4096),
            count -> (next[0] += count) - count);
  }

  @Test
  void firstIdsAreSubtractedAndAddedAgain() {
    InstrumentedClass instrumented = instrument(loop(), FIRST);
    byte[] file = instrumented.bytes();
    int[] patches = PoolPatches.takeOut(file, loop(), instrumented.methods());
    assertEquals(2 * PoolPatches.PATCH_INTS, patches.length);
    for (int patch = 0; patch < patches.length; patch += PoolPatches.PATCH_INTS) {
      assertEquals(0, patches[patch + 1]);
      int relative = ByteBuffer.wrap(file).getInt(patches[patch]);
      // The relative id is 0 or 4. The packing, a constant for the probes of packed paths, contains
      // the id of path 0, which is 0 here. The counter of entries has id 4, because it comes after
      // the four paths.
      assertEquals(0, relative % 4);
      PoolPatches.add(file, patches[patch], 2_000_000);
    }
    assertArrayEquals(instrument(loop(), 2_000_000).bytes(), file);
  }

  @Test
  void idsInInstructionsCannotBeFound() {
    InstrumentedClass instrumented = instrument(loop(), 100);
    byte[] file = instrumented.bytes();
    byte[] before = file.clone();
    assertNull(PoolPatches.takeOut(file, loop(), instrumented.methods()));
    assertArrayEquals(before, file);
  }

  @Test
  void anIdOfTwoMethodsIsRefused() {
    InstrumentedClass instrumented = instrument(loop(), FIRST);
    MethodRecord method = instrumented.methods().get(0);
    assertNull(PoolPatches.takeOut(instrumented.bytes(), loop(), List.of(method, method)));
  }

  @Test
  void constantsOfTheOriginalClassAreNotChanged() {
    // The method pushes a number that is also the id of its counter of entries.
    byte[] original =
        new GeneratedClass()
            .f(
                m -> {
                  m.visitLdcInsn(FIRST + 4);
                  m.visitInsn(87);
                  SmallMethods.loop(m);
                })
            .bytes();
    InstrumentedClass instrumented = instrument(original, FIRST);
    byte[] file = instrumented.bytes();
    byte[] before = file.clone();
    assertNull(PoolPatches.takeOut(file, original, instrumented.methods()));
    assertArrayEquals(before, file);
  }
}
