package org.kpathjvm.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandInTest {
  /**
   * A benchmark that notes the calls of its methods. Its result is the value of the setting {@code
   * result}. If this value is {@code failure}, the benchmark fails.
   */
  public static final class Noting implements Benchmark {
    private static final List<String> CALLS = new ArrayList<>();
    private static Path directory;
    private String result;

    @Override
    public void prepare(Inputs inputs) throws Exception {
      CALLS.add("prepare");
      result = inputs.text("result");
      directory = inputs.directory();
      Files.createDirectories(directory.resolve("a/b"));
      Files.writeString(directory.resolve("a/b/file"), "content");
    }

    @Override
    public void beforeIteration() {
      CALLS.add("before");
    }

    @Override
    public void iterate() {
      CALLS.add("iterate");
      if (result.equals("failure")) {
        throw new IllegalStateException("failed as requested");
      }
    }

    @Override
    public void digest(ResultDigest digest) {
      CALLS.add("digest");
      digest.count("calls", 1).add(result);
    }

    @Override
    public void close() {
      CALLS.add("close");
    }
  }

  @TempDir Path scratch;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void forget() {
    Noting.CALLS.clear();
  }

  @AfterEach
  void logNothing() {
    System.clearProperty(IterationLog.PROPERTY);
  }

  @Test
  void callsTheMethodsInOrderAndRemovesTheDirectory() throws Exception {
    run("--set", "result=r", "--warmups", "1", "--iterations", "2");
    List<String> iteration = List.of("before", "iterate", "digest");
    List<String> expected = new ArrayList<>(List.of("prepare"));
    for (int i = 0; i < 3; i++) {
      expected.addAll(iteration);
    }
    expected.add("close");
    assertEquals(expected, Noting.CALLS);
    assertFalse(Files.exists(Noting.directory));
  }

  @Test
  void removesTheDirectoryAfterAFailure() {
    assertThrows(IllegalStateException.class, () -> run("--set", "result=failure"));
    assertEquals(List.of("prepare", "before", "iterate", "close"), Noting.CALLS);
    assertFalse(Files.exists(Noting.directory));
    assertFalse(printed().contains("passed"));
  }

  @Test
  void printsTimesCountsAndDigest() throws Exception {
    run("--benchmark", "dacapo noting", "--set", "result=r");
    String[] lines = printed().split("\n");
    assertEquals("===== kpath stand-in for dacapo noting: iteration 1 starts =====", lines[0]);
    assertTrue(
        lines[1].matches(
            "===== kpath stand-in for dacapo noting: iteration 1 took \\d+ ms, \\d+ ms of CPU:"
                + " 1 calls, digest [0-9a-f]{64} ====="),
        lines[1]);
    assertEquals("===== kpath stand-in for dacapo noting: passed =====", lines[2]);
  }

  @Test
  void logsEachIterationAsJson() throws Exception {
    Path log = scratch.resolve("iterations");
    System.setProperty(IterationLog.PROPERTY, log.toString());
    run("--set", "result=r", "--warmups", "1");
    List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
    String rest =
        ",\"iteration\":1,\"start_nanos\":-?\\d+,\"wall_nanos\":\\d+,\"cpu_nanos\":\\d+,"
            + "\"valid\":true,\"digest\":\"[0-9a-f]{64}\"}";
    assertEquals(2, lines.size());
    assertTrue(lines.get(0).matches("\\{\"phase\":\"warmup\"" + rest), lines.get(0));
    assertTrue(lines.get(1).matches("\\{\"phase\":\"timed\"" + rest), lines.get(1));
  }

  @Test
  void aWrongDigestIsLoggedAndEndsTheRun() throws Exception {
    Path log = scratch.resolve("iterations");
    System.setProperty(IterationLog.PROPERTY, log.toString());
    StandInFailure failure =
        assertThrows(
            StandInFailure.class,
            () -> run("--set", "result=r", "--iterations", "2", "--expect-digest", "00"));
    assertEquals(StandInFailure.WRONG_RESULT, failure.exitStatus());
    assertTrue(failure.getMessage().matches("digest: expected 00, got [0-9a-f]{64}"));
    List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
    assertEquals(1, lines.size());
    assertTrue(lines.get(0).contains("\"valid\":false"));
  }

  @Test
  void namesAMissingSetting() {
    assertEquals("no setting result: pass --set result=VALUE", complaint());
  }

  @Test
  void namesAClassThatIsNoBenchmark() {
    StandInFailure failure =
        assertThrows(
            StandInFailure.class,
            () -> StandIn.run(new String[] {"--class", "java.lang.String"}, new PrintStream(out)));
    assertTrue(failure.getMessage().startsWith("no benchmark java.lang.String: "));
  }

  private String complaint(String... arguments) {
    return assertThrows(StandInFailure.class, () -> run(arguments)).getMessage();
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private void run(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("--class", Noting.class.getName()));
    all.addAll(List.of(arguments));
    StandIn.run(all.toArray(String[]::new), new PrintStream(out, true, StandardCharsets.UTF_8));
  }
}
