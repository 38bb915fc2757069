package org.kpathjvm.core.instrument.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.kpathjvm.core.instrument.metadata.MethodRecordTest.json;
import static org.kpathjvm.core.instrument.metadata.MethodRecordTest.record;
import static org.kpathjvm.core.instrument.metadata.MethodRecordTest.records;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.programs.Constructors;
import org.kpathjvm.core.instrument.programs.Handlers;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.instrument.programs.Switches;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.DecodedPath;
import org.kpathjvm.core.numbering.PathDecoder;
import org.objectweb.asm.Label;

/** Tests the tables of methods.jsonl by reading them as docs/formats/methods.md describes. */
class PathTablesTest {
  @ParameterizedTest
  @EnumSource(CutMode.class)
  void pathsAreDecodedAsDocumented(CutMode cut) {
    for (Class<?> program :
        List.of(Loops.class, Handlers.class, Constructors.class, Switches.class)) {
      for (int maxPaths : new int[] {4096, 2}) {
        for (MethodRecord record : records(program, cut, maxPaths)) {
          Map<String, Object> json = json(record);
          assertEquals((long) record.plan.pathCount(), json.get("paths"));
          PathDecoder decoder = PathDecoder.of(Records.plan(record).code.numbering);
          for (int path = 0; path < Math.min(500, record.plan.pathCount()); path++) {
            assertEquals(text(decoder.decode(path)), decode(json, path), record.key() + " " + path);
          }
        }
      }
    }
  }

  private static String text(DecodedPath path) {
    return path.startKind().label() + Arrays.toString(path.blocks()) + path.endKind().label();
  }

  private static String decode(Map<String, Object> json, long path) {
    List<Object> start = largest(list(json, "starts"), 2, path);
    long rest = path - (Long) start.get(2);
    long block = (Long) start.get(1);
    List<Long> blocks = new ArrayList<>();
    while (true) {
      blocks.add(block);
      long here = block;
      List<List<Object>> steps = new ArrayList<>();
      list(json, "edges").stream().filter(edge -> edge.get(0).equals(here)).forEach(steps::add);
      list(json, "ends").stream().filter(end -> end.get(1).equals(here)).forEach(steps::add);
      List<Object> step = largest(steps, 2, rest);
      rest -= (Long) step.get(2);
      if (step.get(0) instanceof String) {
        assertEquals(0, rest);
        return start.get(0) + blocks.toString() + step.get(0);
      }
      block = (Long) step.get(1);
    }
  }

  private static List<Object> largest(List<List<Object>> rows, int column, long limit) {
    List<Object> found = null;
    for (List<Object> row : rows) {
      long value = (Long) row.get(column);
      if (value <= limit && (found == null || value > (Long) found.get(column))) {
        found = row;
      }
    }
    return found;
  }

  @SuppressWarnings("unchecked")
  private static List<List<Object>> list(Map<String, Object> json, String name) {
    return (List<List<Object>>) json.get(name);
  }

  @Test
  void blocksEdgesAndLoopsAreListed() {
    Map<String, Object> json = json(record(Loops.class, "oneBlock"));
    assertEquals(false, json.get("irreducible"));
    // The blocks, each with its first offset, are: 0 iconst_0, istore_1 | 2 iinc, iload, iload,
    // if_icmplt 2 | 10 iload, ireturn
    assertEquals("[[0, 1], [2, 7], [10, 11]]", offsets(json));
    assertEquals("[2, 4, 2]", column(json, "blocks", 3), "instructions");
    assertEquals(
        "[{header=1, latches=[1], blocks=[1], parent=-1, assigned=[1]}]",
        json.get("loops").toString());
    assertEquals("[[0, 1], [1, 2]]", targets(json));
    assertEquals(2, ((List<?>) list(json, "blocks").get(1).get(2)).size(), "lines of the loop");
  }

  private static String offsets(Map<String, Object> json) {
    return list(json, "blocks").stream()
        .map(block -> block.subList(0, 2))
        .collect(Collectors.toList())
        .toString();
  }

  private static String column(Map<String, Object> json, String table, int column) {
    return list(json, table).stream()
        .map(row -> row.get(column))
        .collect(Collectors.toList())
        .toString();
  }

  private static String targets(Map<String, Object> json) {
    return list(json, "edges").stream()
        .map(edge -> edge.subList(0, 2))
        .collect(Collectors.toList())
        .toString();
  }

  /**
   * Lines 7 and 8 are lines of Main.kt. Lines 21 and 22 stand for lines 12 and 13 of Util.kt, which
   * were inlined at line 8.
   */
  @Test
  void linesOfOtherFilesAreMapped() {
    String map =
        "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Main.kt\nGenerated\n+ 2 Util.kt\na/b/UtilKt\n"
            + "*L\n1#1,20:1\n12#2,2:21\n"
            + "*S KotlinDebug\n*F\n+ 1 Main.kt\nGenerated\n*L\n8#1:21,2\n*E\n";
    byte[] bytes =
        new GeneratedClass()
            .source("Main.kt", map)
            .f(
                m -> {
                  for (int line : new int[] {7, 22, 8, 21, 22}) {
                    Label here = new Label();
                    m.visitLabel(here);
                    m.visitLineNumber(line, here);
                    m.visitIincInsn(0, 1);
                  }
                  GeneratedClass.returnBoxed(m, 0);
                })
            .bytes();
    assertEquals("[[21, Util.kt, a/b, 12, 8], [22, Util.kt, a/b, 13, 8]]", mapped(bytes));
    assertEquals("[]", json(record(Loops.class, "oneBlock")).get("mapped").toString());
  }

  private static String mapped(byte[] classFile) {
    InstrumentOptions options = new InstrumentOptions(CutMode.BACK_EDGE, 4096);
    MethodRecord record =
        new ClassInstrumenter().instrument(classFile, "app", options, n -> 1).methods().get(0);
    return json(record).get("mapped").toString();
  }
}
