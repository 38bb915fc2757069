package org.kpathjvm.agent.hot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.agent.hot.Compilation.Kind;

/** Tests the parser of HotSpot's compilation logs. The lines are like those of JDK 17 and 25. */
class CompilationLogTest {
  @Test
  void aMethodIsCompiledByTheOptimisingCompiler() {
    Compilation one = CompilationLog.parse(" 316       4       a.B$C::run (52 bytes)");
    assertEquals("a.B$C::run", one.method);
    assertEquals(Kind.OPTIMISED, one.kind);
  }

  @Test
  void aMethodIsCompiledByTheBasicCompiler() {
    Compilation one = CompilationLog.parse("   1   !   3       a.B::<init> (1 bytes)");
    assertEquals("a.B::<init>", one.method);
    assertEquals(Kind.BASIC, one.kind);
  }

  @Test
  void aRunningLoopContinuesInCompiledCode() {
    Compilation one = CompilationLog.parse(" 577 % !   4       a.B::run @ 23 (132 bytes)");
    assertEquals(Kind.OPTIMISED_IN_LOOP, one.kind);
    one = CompilationLog.parse(" 577 %     3       a.B::run @ 23 (132 bytes)");
    assertEquals(Kind.BASIC_IN_LOOP, one.kind);
  }

  @Test
  void aJvmWithoutLevelsHasOneCompiler() {
    Compilation one = CompilationLog.parse("  12  s          a.B::run (132 bytes)");
    assertEquals(Kind.OPTIMISED, one.kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "                              @ 51   a.B$C::run (64 bytes)   inline (hot)",
        "   !                              @ 5   a.B$C::run (98 bytes)   inline (hot)   late inline"
            + " succeeded",
        "              s                 @ -1   a.B$C::run (36 bytes)   inline (hot)",
      })
  void aMethodIsOptimisedAsAPartOfItsCaller(String line) {
    Compilation one = CompilationLog.parse(line);
    assertEquals("a.B$C::run", one.method);
    assertEquals(Kind.INLINED, one.kind);
  }

  @Test
  void aSmallMethodIsInlinedIntoColdCallers() {
    Compilation one = CompilationLog.parse("        @ 1   a.B::run (35 bytes)   inline (hot)");
    assertEquals(Kind.INLINED_SMALL, one.kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 314       3       a.B::run (52 bytes)   made not entrant",
        "  40       1       a.B::size (5 bytes)",
        " 316       4       a.B::run (52 bytes) ",
        " 316       4       a.B::run (many bytes)",
        " 316       4       a.B::run (52)",
        " 316       4       a.B::run",
        " 316       4       a.B:: (52 bytes)",
        " 316       4       ::run (52 bytes)",
        " 316       4       a.B.run (52 bytes)",
        " 316   4 a.B::run (52 bytes)",
        " 316",
        " 577 %     4       a.B::run @ (132 bytes)",
        " 99999999999999       4       a.B::run (52 bytes)",
        "        @ 1   a.B::run (99999999999999 bytes)   inline (hot)",
        "        @   a.B::run (35 bytes)   inline (hot)",
        "        @ 1   a.B::run (35 bytes)inline (hot)",
        "        1   a.B::run (35 bytes)   inline (hot)",
        "                              @ 51   a.B::run (64 bytes)   inline",
        "                              @ 51   a.B::run (64 bytes)   failed to inline: hot method too"
            + " big",
        "                              @ 33   a.B::run (55 bytes)   force inline by annotation",
        " 321       3       a.B::run (52 bytes)   made not entrant: not used",
        "  10     n 0       java.lang.Object::hashCode (native)   (static)",
        "   7       3       a.B::run (52 bytes)   COMPILE SKIPPED: out of nodes (retry at different"
            + " tier)",
      })
  void otherLinesAreIgnored(String line) {
    assertNull(CompilationLog.parse(line));
  }

  @Test
  void onlyCompleteNewLinesAreRead(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("log"));
    CompilationLog log = new CompilationLog(new FileInputStream(file.toFile()), "");
    assertEquals(List.of(), log.read());
    Files.writeString(file, "   1       4       a.B::run (9 by");
    assertEquals(List.of(), log.read());
    Files.writeString(
        file, "tes)\nnoise\n   2       4       a.B::go (9 bytes)\n", StandardOpenOption.APPEND);
    assertEquals(
        List.of("a.B::run", "a.B::go"),
        log.read().stream().map(it -> it.method).collect(Collectors.toList()));
  }

  /**
   * The names have characters of one to three bytes. The log is read in pieces, which may end
   * within a character.
   */
  @Test
  void charactersSplitBetweenPiecesAreRead(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("log"));
    CompilationLog log = new CompilationLog(new FileInputStream(file.toFile()), "");
    String method = "a.B" + "é漢".repeat(20) + "::run";
    byte[] line =
        ("   1       4       " + method + " (9 bytes)\n").getBytes(StandardCharsets.UTF_8);
    byte[] lines = new byte[10_000 * line.length];
    for (int at = 0; at < lines.length; at++) {
      lines[at] = line[at % line.length];
    }
    Files.write(file, lines);
    assertEquals(
        Collections.nCopies(10_000, method),
        log.read().stream().map(it -> it.method).collect(Collectors.toList()));
    List<String> methods = new ArrayList<>();
    for (byte one : line) {
      Files.write(file, new byte[] {one}, StandardOpenOption.APPEND);
      log.read().forEach(it -> methods.add(it.method));
    }
    assertEquals(List.of(method), methods);
  }
}
