package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.numbering.CutMode;

class AgentOptionsTest {
  @Test
  void nothingGivesTheDefaults() {
    for (String nothing : new String[] {null, ""}) {
      AgentOptions options = AgentOptions.parse(nothing);
      assertNull(options.segment());
      assertEquals(CutMode.BACK_EDGE, options.cut());
      assertEquals(AgentOptions.DEFAULT_MAX_PATHS, options.maxPaths());
      assertEquals(AgentOptions.DEFAULT_SEGMENT_BYTES, options.segmentBytes());
      assertEquals(List.of(), options.include());
      assertTrue(options.retransform());
      assertEquals(Path.of("kpath-7.recording"), options.output(7));
      assertEquals(Path.of("d/methods.jsonl"), options.methods(Path.of("d")));
    }
  }

  @Test
  void everyOptionIsRead() {
    AgentOptions options =
        AgentOptions.parse(
            "segment=/dev/shm/a%2Cb+c,cut=loop-header,max-paths=8,include=a.*:b.C,exclude=a.x.*,"
                + "segment-size=64M,log=l,retransform=no");
    assertEquals(Path.of("/dev/shm/a,b+c"), options.segment());
    assertEquals(CutMode.LOOP_HEADER, options.cut());
    assertEquals(8, options.maxPaths());
    assertEquals(List.of("a.*", "b.C"), options.include());
    assertEquals(List.of("a.x.*"), options.exclude());
    assertEquals(64L << 20, options.segmentBytes());
    assertEquals(Path.of("l"), options.log(Path.of("d")));
    assertFalse(options.retransform());
  }

  @Test
  void inlineProfilersHaveTheirOwn() {
    AgentOptions options = AgentOptions.parse("profiler=k-blpp,k=16,table-memory=2G");
    assertEquals(Profiler.K_BLPP, options.profiler());
    assertEquals(16, options.k());
    assertFalse(options.moveToFront());
    assertEquals(2L << 30, options.tableBytes(1));
    assertEquals(1L << 20, AgentOptions.parse("profiler=edge").tableBytes(2L << 20));
    assertEquals(Profiler.STREAM, AgentOptions.parse(null).profiler());
  }

  @Test
  void whatIsPrintedIsReadAgain() {
    String text = "segment=a%2Cb,cut=loop-header,max-paths=8,include=x.*:y";
    assertEquals(text, AgentOptions.parse(text).toString());
  }

  @Test
  void encodedValuesComeBack() {
    String odd = "/tmp/ü, a=b:c%+d";
    AgentOptions options = AgentOptions.parse("segment=" + AgentOptions.encode(odd));
    assertEquals(Path.of(odd), options.segment());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "segmnet=a",
        "cut",
        "cut=both",
        "max-paths=0",
        "max-paths=x",
        "max-paths=16777217",
        "code-limit=0",
        "code-limit=65536",
        "segment-size=1M",
        "segment-size=3G",
        "segment-size=",
        "segment-size=M",
        "segment-size=99999999999999999999G",
        "profiler=blpp",
        "k=8",
        "table-memory=64M",
        "move-to-front=yes",
        "k=1,profiler=k-blpp",
        "k=65,profiler=k-blpp",
        "k=4,profiler=blpp-hash",
        "move-to-front=on,profiler=k-blpp",
        "table-memory=1,profiler=edge",
        "segment=s,profiler=edge",
        "segment-size=64M,profiler=k-blpp",
        "threads=apart,profiler=blpp-array"
      })
  void wrongOnesGiveOneLineWithTheValue(String wrong) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> AgentOptions.parse(wrong)).getMessage();
    assertTrue(
        message.contains(wrong.substring(0, wrong.indexOf('=') < 0 ? 3 : wrong.indexOf('='))));
    assertEquals(-1, message.indexOf('\n'));
  }
}
