package org.kpathjvm.core.instrument.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Json;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.numbering.CutMode;

class SkippedMethodTest {
  @Test
  void aWholeClassMayBeSkipped() {
    String json = Records.line(new SkippedMethod("a/B", "boot", "too \"large\""));
    assertEquals(
        "{\"kind\":\"skipped\",\"class\":\"a/B\",\"name\":null,\"descriptor\":null,\"loader\":\"boot\","
            + "\"reason\":\"too \\\"large\\\"\"}",
        json);
  }

  @Test
  void aMethodWithoutAFittingRungIsSkipped() {
    SkippedMethod skipped =
        new ClassInstrumenter()
            .instrument(
                new GeneratedClass().f(m -> GeneratedClass.returnBoxed(m, 0)).bytes(),
                "app",
                new InstrumentOptions(CutMode.BACK_EDGE, 16),
                count -> -1)
            .skipped()
            .get(0);
    assertEquals("f(I)Ljava/lang/Object;", skipped.method);
    Map<?, ?> json = (Map<?, ?>) Json.parse(Records.line(skipped));
    assertEquals("f", json.get("name"));
    assertEquals("(I)Ljava/lang/Object;", json.get("descriptor"));
    assertEquals(5L, json.get("bytes"));
    assertEquals("ids-exhausted: no ids are left for its 1 paths", json.get("reason"));
    assertEquals(
        "[full, -1, ids-exhausted: no ids are left for its 1 paths]",
        ((List<?>) json.get("rejected")).get(0).toString());
    assertEquals("Generated.f(I)Ljava/lang/Object;: " + skipped.reason, skipped.toString());
  }
}
