package org.kpathjvm.core.instrument.relocation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.MethodScope;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.numbering.CutMode;

class RelocatableClassFormatTest {
  private static final InstrumentOptions OPTIONS = new InstrumentOptions(CutMode.BACK_EDGE, 4096);

  private static RelocatableClass relocatable(byte[] original, InstrumentOptions options) {
    return new ClassInstrumenter().instrument(original, options);
  }

  private static byte[] loops() {
    return ClassFiles.read(Loops.class.getClassLoader(), Loops.class.getName());
  }

  private static UsableClass use(RelocatableClass one) {
    int[] next = {100_000};
    return one.use("app", count -> (next[0] += count) - count);
  }

  @Test
  void encodingAndDecodingKeepsTheClass() {
    RelocatableClass kept = relocatable(loops(), OPTIONS);
    UsableClass read = use(RelocatableClassFormat.decode(RelocatableClassFormat.encode(kept)));
    UsableClass used = use(kept);
    assertArrayEquals(used.bytes(), read.bytes());
    assertEquals(used.lines().toString(), read.lines().toString());
    assertEquals(used.held().size(), read.held().size());
    for (int i = 0; i < used.held().size(); i++) {
      assertEquals(used.held().get(i).key, read.held().get(i).key);
      assertEquals(used.held().get(i).word.packing, read.held().get(i).word.packing);
    }
  }

  @Test
  void aClassMayHaveNoFile() {
    byte[] original = new GeneratedClass().f(SmallMethods::returnsNull).bytes();
    RelocatableClass kept = relocatable(original, OPTIONS.of(MethodScope.LOOPS));
    assertNull(RelocatableClassFormat.decode(RelocatableClassFormat.encode(kept)).file);
  }

  @Test
  void truncatedDataIsRefused() {
    byte[] encoded = RelocatableClassFormat.encode(relocatable(loops(), OPTIONS));
    for (int length = 0; length < encoded.length; length += 1 + length / 50) {
      byte[] part = Arrays.copyOf(encoded, length);
      assertThrows(
          IllegalArgumentException.class, () -> RelocatableClassFormat.decode(part), "" + length);
    }
  }
}
