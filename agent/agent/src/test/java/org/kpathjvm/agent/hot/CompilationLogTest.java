package org.kpathjvm.agent.hot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as JDK 17 and 25 print them. */
class CompilationLogTest {
  @Test
  void aMethodIsCompiledByTheOptimisingCompiler() {
    Compilation one = CompilationLog.parse(" 316       4       a.B$C::run (52 bytes)");
    assertEquals("a.B$C::run", one.method);
    assertTrue(one.isOptimised);
    assertFalse(one.isOsr);
  }

  @Test
  void aMethodIsCompiledByTheOtherOne() {
    Compilation one = CompilationLog.parse("   1   !   3       a.B::<init> (1 bytes)");
    assertEquals("a.B::<init>", one.method);
    assertFalse(one.isOptimised);
  }

  @Test
  void anActivationGoesOnInTheMidstOfALoop() {
    Compilation one = CompilationLog.parse(" 577 % !   4       a.B::run @ 23 (132 bytes)");
    assertTrue(one.isOsr && one.isOptimised);
  }

  @Test
  void aJvmWithoutLevelsHasOneCompiler() {
    Compilation one = CompilationLog.parse("  12  s          a.B::run (132 bytes)");
    assertTrue(one.isOptimised && !one.isOsr);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 314       3       a.B::run (52 bytes)   made not entrant",
        " 321       3       a.B::run (52 bytes)   made not entrant: not used",
        "  10     n 0       java.lang.Object::hashCode (native)   (static)",
        "   7       3       a.B::run (52 bytes)   COMPILE SKIPPED: out of nodes (retry at different"
            + " tier)",
      })
  void otherLinesSayNothing(String line) {
    assertNull(CompilationLog.parse(line));
  }

  @Test
  void whatIsWrittenLaterIsReadLaterAndALineIsReadWhenItIsWhole(@TempDir Path directory)
      throws IOException {
    Path file = Files.createFile(directory.resolve("log"));
    CompilationLog log = new CompilationLog(new FileInputStream(file.toFile()));
    assertEquals(List.of(), log.read());
    Files.writeString(file, "   1       4       a.B::run (9 by");
    assertEquals(List.of(), log.read());
    Files.writeString(
        file, "tes)\nnoise\n   2       4       a.B::go (9 bytes)\n", StandardOpenOption.APPEND);
    assertEquals(
        List.of("a.B::run", "a.B::go"),
        log.read().stream().map(it -> it.method).collect(Collectors.toList()));
  }
}
