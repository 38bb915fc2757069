package org.kpathjvm.core.instrument.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.guide.Guide;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.numbering.CutMode;

class InstrumentOptionsTest {
  private static final InstrumentOptions OPTIONS = new InstrumentOptions(CutMode.BACK_EDGE, 4096);

  /**
   * If the identity lacked a field, the class cache would return classes that were instrumented
   * with another value of that field.
   */
  @Test
  void everyFieldIsPartOfTheIdentity() {
    String identity = " " + OPTIONS.identity() + " ";
    for (Field field : InstrumentOptions.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        assertTrue(identity.contains(" " + field.getName() + "="), field.getName());
      }
    }
  }

  /** Returns a guide with one class, which has no methods. */
  private static Guide guide(char className) {
    ByteBuffer file = ByteBuffer.allocate(42);
    file.putInt(Guide.MAGIC).putInt(Guide.VERSION).putInt(1);
    file.putInt(1).putChar(className).put(new byte[16]).putInt(4).putInt(0);
    return Guide.of(file.array());
  }

  @Test
  void differentOptionsHaveDifferentIdentities() {
    List<InstrumentOptions> all =
        List.of(
            OPTIONS,
            new InstrumentOptions(CutMode.LOOP_HEADER, 4096),
            new InstrumentOptions(CutMode.BACK_EDGE, 4095),
            OPTIONS.withCodeLimit(7999),
            OPTIONS.withScheme(new StreamScheme(false), "java/lang/KPathProbes"),
            OPTIONS.withScheme(new StreamScheme(true, false), "java/lang/KPathProbes"),
            OPTIONS.withScheme(Schemes.STREAM.scheme(), "P"),
            OPTIONS.withScheme(Schemes.EDGES.scheme(), "java/lang/KPathProbes"),
            OPTIONS.of(MethodScope.LOOPS),
            OPTIONS.ofHot(Set.of("run")),
            OPTIONS.ofHot(Set.of("run", "go")),
            OPTIONS.guidedBy(guide('A')),
            OPTIONS.guidedBy(guide('B')),
            OPTIONS.from(Rung.CUTS));
    Set<String> identities = new HashSet<>();
    all.forEach(options -> identities.add(options.identity()));
    assertEquals(all.size(), identities.size());
    assertEquals(OPTIONS.identity(), new InstrumentOptions(CutMode.BACK_EDGE, 4096).identity());
  }
}
