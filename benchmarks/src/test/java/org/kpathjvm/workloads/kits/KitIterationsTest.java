package org.kpathjvm.workloads.kits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.workloads.IterationLog;

class KitIterationsTest {
  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("iterations.jsonl");
  }

  @AfterEach
  void forget() {
    System.clearProperty("kpath.iterations");
  }

  private KitIterations iterations(Path log, int warmups) {
    System.setProperty("kpath.iterations", log.toString());
    return new KitIterations(IterationLog.ofProperty(), warmups);
  }

  private static void iterate(KitIterations iterations, boolean isValid) {
    iterations.start();
    iterations.stop();
    iterations.complete(isValid);
  }

  @Test
  void warmupsAndTimedIterationsAreCountedSeparately() throws IOException {
    KitIterations iterations = iterations(file, 2);
    for (int i = 0; i < 5; i++) {
      iterate(iterations, true);
    }
    List<String> lines = Files.readAllLines(file);
    List<String> starts =
        lines.stream().map(line -> line.substring(0, line.indexOf(",\"start"))).toList();
    assertEquals(
        List.of(
            "{\"phase\":\"warmup\",\"iteration\":1",
            "{\"phase\":\"warmup\",\"iteration\":2",
            "{\"phase\":\"timed\",\"iteration\":1",
            "{\"phase\":\"timed\",\"iteration\":2",
            "{\"phase\":\"timed\",\"iteration\":3"),
        starts);
    assertTrue(lines.stream().allMatch(line -> line.endsWith("\"valid\":true,\"digest\":null}")));
    assertEquals(5, iterations.completed());
    assertEquals(0, iterations.invalid());
  }

  @Test
  void invalidIterationsAreCounted() throws IOException {
    KitIterations iterations = iterations(file, 0);
    iterate(iterations, true);
    iterate(iterations, false);
    assertEquals(1, iterations.invalid());
    assertTrue(Files.readAllLines(file).get(1).contains("\"valid\":false"));
  }

  @Test
  void anUnfinishedIterationIsNotCounted() {
    KitIterations iterations = iterations(file, 0);
    iterate(iterations, true);
    iterations.start();
    iterations.complete(false);
    assertEquals(1, iterations.completed());
  }

  @Test
  void aSecondVerdictOnAnIterationHasNoEffect() throws IOException {
    KitIterations iterations = iterations(file, 0);
    iterate(iterations, true);
    iterations.complete(true);
    assertEquals(1, Files.readAllLines(file).size());
  }

  @Test
  void iterationsAreCountedWithoutALog() {
    KitIterations iterations = new KitIterations(IterationLog.ofProperty(), 1);
    iterate(iterations, true);
    assertEquals(1, iterations.completed());
    assertFalse(Files.exists(file));
  }

  @Test
  void anIterationThatCannotBeLoggedFails() {
    KitIterations iterations = iterations(directory.resolve("no/such/file"), 0);
    assertThrows(IllegalStateException.class, () -> iterate(iterations, true));
    assertEquals(0, iterations.completed());
  }
}
