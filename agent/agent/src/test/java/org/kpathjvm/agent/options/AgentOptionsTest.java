package org.kpathjvm.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.agent.options.AgentOption.Threads;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.runtime.json.JsonWriter;

class AgentOptionsTest {
  private static final Path DIRECTORY = Path.of("d");

  private static String effective(String text) {
    JsonWriter json = new JsonWriter();
    AgentOptions.parse(text).writeEffective(json);
    return json.toString();
  }

  @Test
  void noTextGivesTheDefaults() {
    for (String nothing : new String[] {null, ""}) {
      AgentOptions options = AgentOptions.parse(nothing);
      assertNull(options.get(AgentOption.SEGMENT));
      assertEquals(Profiler.STREAM, options.profiler());
      assertEquals(CutMode.BACK_EDGE, options.get(AgentOption.CUT));
      assertEquals(4096, options.get(AgentOption.MAX_PATHS));
      assertEquals(256L << 20, options.get(AgentOption.SEGMENT_SIZE));
      assertEquals(List.of(), options.get(AgentOption.INCLUDE));
      assertTrue(options.get(AgentOption.RETRANSFORM));
      assertEquals(
          Path.of("kpath-" + ProcessHandle.current().pid() + ".recording"),
          options.get(AgentOption.OUTPUT));
      assertEquals(Path.of("d/methods.jsonl"), options.in(DIRECTORY, AgentOption.METHODS));
    }
  }

  @Test
  void optionsAreReadFromTheText() {
    AgentOptions options =
        AgentOptions.parse(
            "segment=/dev/shm/a%2Cb+c,cut=loop-header,max-paths=8,include=a.*:b.C,exclude=a.x.*,"
                + "segment-size=64M,log=l,retransform=no");
    assertEquals(Path.of("/dev/shm/a,b+c"), options.get(AgentOption.SEGMENT));
    assertEquals(CutMode.LOOP_HEADER, options.get(AgentOption.CUT));
    assertEquals(8, options.get(AgentOption.MAX_PATHS));
    assertEquals(List.of("a.*", "b.C"), options.get(AgentOption.INCLUDE));
    assertEquals(List.of("a.x.*"), options.get(AgentOption.EXCLUDE));
    assertEquals(64L << 20, options.get(AgentOption.SEGMENT_SIZE));
    assertEquals(Path.of("l"), options.in(DIRECTORY, AgentOption.LOG));
    assertFalse(options.get(AgentOption.RETRANSFORM));
  }

  @Test
  void inlineProfilersHaveTheirOwnOptions() {
    AgentOptions options = AgentOptions.parse("profiler=k-blpp,k=16,table-memory=2G");
    assertEquals(Profiler.K_BLPP, options.profiler());
    assertEquals(16, options.get(AgentOption.K));
    assertEquals(2L << 30, options.get(AgentOption.TABLE_MEMORY));
    assertEquals(
        Runtime.getRuntime().maxMemory() / 2,
        AgentOptions.parse("profiler=edge").get(AgentOption.TABLE_MEMORY));
  }

  @Test
  void percentEncodedValuesAreDecoded() {
    AgentOptions options = AgentOptions.parse("segment=/tmp/%C3%BC%2C%20a%3Db%3Ac%25+d");
    assertEquals(Path.of("/tmp/ü, a=b:c%+d"), options.get(AgentOption.SEGMENT));
  }

  @Test
  void effectiveValuesIncludeDefaults() {
    assertEquals(
        "{\"segment-size\":268435456,\"threads\":\"merged\",\"profiler\":\"stream\","
            + "\"cut\":\"back-edge\",\"max-paths\":9,\"packing\":true,\"longest\":0,\"wholes\":0,\"code-limit\":8000,\"max-inline-size\":35,\"freq-inline-size\":325,"
            + "\"scope\":\"all\",\"include\":[\"a.*\",\"b\"],\"exclude\":[],\"retransform\":true,"
            + "\"class-cache\":536870912}",
        effective("max-paths=9,include=a.*:b,log=l"));
  }

  @Test
  void onlyOptionsOfTheProfilerAreEffective() {
    assertEquals(
        "{\"profiler\":\"k-blpp\",\"k\":4,\"table-memory\":1048576,"
            + "\"cut\":\"back-edge\",\"max-paths\":4096,\"code-limit\":8000,\"max-inline-size\":35,\"freq-inline-size\":325,"
            + "\"scope\":\"all\",\"include\":[],\"exclude\":[],\"retransform\":true,"
            + "\"class-cache\":536870912}",
        effective("profiler=k-blpp,k=4,table-memory=1M"));
    assertEquals(
        "{\"profiler\":\"edge\",\"table-memory\":1048576,\"code-limit\":8000,"
            + "\"scope\":\"all\",\"include\":[],\"exclude\":[],\"retransform\":true,"
            + "\"class-cache\":536870912}",
        effective("profiler=edge,table-memory=1M"));
  }

  @Test
  void changingAValueKeepsTheOthers() {
    AgentOptions options = AgentOptions.parse("max-paths=9,threads=merged");
    AgentOptions other = options.with(AgentOption.THREADS, Threads.APART);
    assertEquals(Threads.APART, other.get(AgentOption.THREADS));
    assertEquals(9, other.get(AgentOption.MAX_PATHS));
    assertEquals(Threads.MERGED, options.get(AgentOption.THREADS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
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
        "include=%zz",
        "exclude=a.*:b%2",
        "log=100%",
        "segment=%-1",
        "profiler=blp",
        "k=1,profiler=k-blpp",
        "k=65,profiler=k-blpp",
        "table-memory=1,profiler=edge",
        "array-paths=-1,profiler=blpp"
      })
  void aWrongValueIsRefusedInOneLineWithTheValue(String wrong) {
    String message = refusal(wrong);
    String option = wrong.split(",")[0];
    assertTrue(message.startsWith("agent option " + option + " is not "), message);
  }

  @Test
  void aWrongPercentSignIsRefusedWithTheCodeToWriteInstead() {
    assertEquals(
        "agent option include=%zz is not a percent-encoded list; write % as %25",
        refusal("include=%zz"));
    assertEquals(
        "agent option log=100% is not a percent-encoded path; write % as %25", refusal("log=100%"));
    String noPath = refusal("log=a%00b");
    assertTrue(noPath.startsWith("agent option log=a%00b can't be a file's path: "), noPath);
    assertTrue(noPath.endsWith("; give another path"), noPath);
  }

  @ParameterizedTest
  @CsvSource({
    "k=8, stream",
    "table-memory=64M, stream",
    "k=4, blpp-hash",
    "cut=loop-header, edge",
    "segment=s, edge",
    "segment-size=64M, k-blpp",
    "threads=apart, blpp-array",
    "guide=g, edge",
    "array-paths=1, blpp-hash",
    "window-timeout=5000, bpp"
  })
  void anOptionWithoutEffectIsRefusedInOneLineWithTheProfiler(String option, String profiler) {
    String message = refusal(option + ",profiler=" + profiler);
    String name = option.substring(0, option.indexOf('='));
    String expected = "agent option " + name + "= has no effect with profiler=" + profiler + ";";
    assertTrue(message.startsWith(expected), message);
  }

  @Test
  void invalidOptionsAreRefusedInOneLine() {
    String unknown = refusal("segmnet=a");
    assertTrue(unknown.startsWith("unknown agent option 'segmnet'; the options are "), unknown);
    String bare = refusal("cut");
    assertTrue(bare.startsWith("agent option 'cut' has no value; write key=value; "), bare);
    for (AgentOption<?> option : AgentOption.all()) {
      assertTrue(unknown.contains(option.name()) && bare.contains(option.name()), option.name());
    }
  }

  /** Returns the error message for the options. The message must have only one line. */
  private static String refusal(String wrong) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> AgentOptions.parse(wrong)).getMessage();
    assertEquals(-1, message.indexOf('\n'));
    return message;
  }

  @Test
  void scopeHotNeedsRetransformation() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> AgentOptions.parse("scope=hot,retransform=no"));
    assertEquals(
        "agent option scope=hot transforms loaded classes again, which retransform=no forbids;"
            + " leave one of the two out",
        refused.getMessage());
    AgentOptions.parse("scope=hot,retransform=yes");
    AgentOptions.parse("scope=loops,retransform=no");
  }
}
