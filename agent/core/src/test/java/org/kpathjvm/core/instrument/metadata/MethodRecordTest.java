package org.kpathjvm.core.instrument.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Json;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.instrument.programs.Switches;
import org.kpathjvm.core.numbering.CutMode;

/**
 * Tests the lines of methods.jsonl for instrumented methods. PathTablesTest tests the tables in
 * these lines.
 */
class MethodRecordTest {
  static List<MethodRecord> records(Class<?> program, CutMode cut, int maxPaths) {
    int[] next = {1};
    InstrumentOptions options = new InstrumentOptions(cut, maxPaths);
    return ClassFiles.of(program).values().stream()
        .map(
            bytes ->
                new ClassInstrumenter().instrument(bytes, "app", options, n -> (next[0] += n) - n))
        .flatMap(result -> result.methods().stream())
        .collect(Collectors.toList());
  }

  static MethodRecord record(Class<?> program, String name) {
    return records(program, CutMode.BACK_EDGE, 4096).stream()
        .filter(
            record ->
                record.key().startsWith(program.getName().replace('.', '/') + "." + name + "("))
        .findFirst()
        .orElseThrow();
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> json(MethodRecord record) {
    return (Map<String, Object>) Json.parse(Records.line(record));
  }

  @Test
  void theRecordIdentifiesTheMethod() {
    Map<String, Object> json = json(record(Loops.class, "oneBlock"));
    assertEquals("method", json.get("kind"));
    assertEquals("org/kpathjvm/core/instrument/programs/Loops", json.get("class"));
    assertEquals("(I)I", json.get("descriptor"));
    assertEquals(8L, json.get("access"));
    assertEquals("app", json.get("loader"));
    assertEquals("Loops.java", json.get("source"));
  }

  @Test
  void theRecordShowsWhetherVariablesAreUnnamed() {
    assertNull(json(record(Loops.class, "oneBlock")).get("unnamed_variables"));
    byte[] unnamed = new GeneratedClass().f(SmallMethods::loop).bytes();
    MethodRecord record =
        new ClassInstrumenter()
            .instrument(unnamed, "app", new InstrumentOptions(CutMode.BACK_EDGE, 4096), n -> 1)
            .methods()
            .get(0);
    assertEquals(true, json(record).get("unnamed_variables"));
  }

  @Test
  void theDigestIsHalfOfTheClassFilesSha256() throws Exception {
    byte[] bytes = ClassFiles.read(getClass().getClassLoader(), Loops.class.getName());
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
    assertEquals(
        String.format("%064x", new BigInteger(1, hash)).substring(0, 32),
        json(record(Loops.class, "oneBlock")).get("digest"));
  }

  @Test
  void theRecordHasTheModeAndTheCounters() {
    MethodRecord record = record(Loops.class, "oneBlock");
    Map<String, Object> json = json(record);
    assertEquals("streamed", json.get("mode"));
    assertEquals("back-edge", json.get("cut"));
    assertEquals("{entries=" + (record.plan.firstId() + 4) + "}", json.get("counters").toString());
  }

  @Test
  void methodsThatCannotThrowOrLoopHaveNoCounters() {
    assertEquals(Map.of(), json(record(Switches.class, "setField")).get("counters"));
    assertEquals(Map.of(), json(record(Switches.class, "chosen")).get("counters"));
    assertEquals(Map.of(), json(record(Loops.class, "straight")).get("counters"));
    assertEquals(Map.of(), json(record(Loops.class, "<init>")).get("counters"));
    assertTrue(record(Switches.class, "setField").instrumentedBytes <= 6 + 6);
  }
}
