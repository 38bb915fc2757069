package org.kpathjvm.core.instrument.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.constantExits;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.instrument;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.options;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.probes.Rung;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Tests that methods go to lower rungs if the constant pool of their class would be too large. */
class ConstantPoolFitTest implements Opcodes {
  /** The method whose probes need the most constants is the first to go to a lower rung. */
  @ParameterizedTest
  @CsvSource({"65440, 2", "65480, 1", "65500, 0"})
  void methodsGoToLowerRungsIfThePoolIsFull(int constants, int atLeast) {
    GeneratedClass generated = new GeneratedClass(V11, ClassWriter.COMPUTE_FRAMES);
    generated
        .method(ACC_STATIC, "many", "(I)Ljava/lang/Object;", m -> constantExits(m, 80))
        .method(ACC_STATIC, "few", "(I)Ljava/lang/Object;", m -> constantExits(m, 20))
        .method(ACC_STATIC, "none", "(I)Ljava/lang/Object;", m -> returnBoxed(m, 0));
    for (int i = 0; i < constants; i++) {
      generated.constant("s" + i);
    }
    InstrumentedClass result = instrument(generated.bytes(), options(4096, 8000));
    Map<String, Rung> rungs =
        result.methods().stream()
            .collect(Collectors.toMap(r -> r.plan.method.name, r -> r.plan.rung));
    assertTrue(
        rungs.values().stream().filter(rung -> rung == Rung.FULL).count() >= atLeast,
        rungs::toString);
    assertNotEquals(Rung.FULL, rungs.get("many"));
    for (MethodRecord record : result.methods()) {
      if (record.plan.rung != Rung.FULL) {
        assertTrue(record.reason().startsWith("class-too-large: "), record.reason());
      }
    }
    assertEquals(3, result.methods().size() + result.skipped().size());
    assertFalse(result.methods().isEmpty());
  }
}
