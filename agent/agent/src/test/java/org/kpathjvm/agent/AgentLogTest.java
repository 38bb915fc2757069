package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class AgentLogTest {
  @TempDir Path directory;

  private Path file() {
    return directory.resolve("agent.log");
  }

  @Test
  void linesAreAppended() throws IOException {
    new AgentLog(file()).line("first");
    new AgentLog(file()).line("second");
    assertEquals(List.of("first", "second"), Files.readAllLines(file()));
  }

  @Test
  void onlyTheOwnerMayReadTheLog() throws IOException {
    new AgentLog(file()).line("first");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
  }

  @Test
  void aMessageStaysOnOneLine() throws IOException {
    new AgentLog(file()).line("a\nb\rc\u2028d\u001b[31me");
    assertEquals(List.of("a b\\u000dc\\u2028d\\u001b[31me"), Files.readAllLines(file()));
  }

  @Test
  void lettersOfAnyLanguageAreNotEscaped() throws IOException {
    new AgentLog(file()).line("na\u00efve \u65e5");
    assertEquals(List.of("na\u00efve \u65e5"), Files.readAllLines(file()));
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path other = Files.createFile(directory.resolve("other"));
    Files.createSymbolicLink(file(), other);
    new AgentLog(file()).line("first");
    assertEquals(0, Files.size(other));
  }

  /**
   * Normally, a program that opens a pipe for writing has to wait until another program opens the
   * pipe for reading. The log must not wait.
   */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeWithoutAReaderDoesNotBlock() throws IOException, InterruptedException {
    assertEquals(0, new ProcessBuilder("mkfifo", file().toString()).start().waitFor());
    new AgentLog(file()).line("first");
    assertFalse(Files.isRegularFile(file()));
  }

  /** In a directory that everybody may write to, somebody else may have made the log file. */
  @Test
  void aFileOfAnotherUserIsNotChanged() throws IOException {
    Files.createFile(file());
    try {
      Files.setAttribute(file(), "unix:uid", 65_534);
    } catch (IOException notPermitted) {
      Assumptions.abort("only root can give a file to another user");
    }
    new AgentLog(file()).line("first");
    assertEquals(0, Files.size(file()));
  }

  @Test
  void aFailureIsLoggedWithItsExceptionAndAFewFrames() throws IOException {
    new AgentLog(file()).failure("it failed", deep(40));
    List<String> lines = Files.readAllLines(file());
    assertEquals("it failed: java.lang.IllegalStateException: why", lines.get(0));
    assertEquals(13, lines.size());
    assertTrue(lines.get(1).startsWith("    at org.kpathjvm.agent.AgentLogTest.deep("));
  }

  private static IllegalStateException deep(int calls) {
    return calls == 0 ? new IllegalStateException("why") : deep(calls - 1);
  }

  @Test
  void anInterruptedThreadCanLogAndStaysInterrupted() throws IOException {
    Thread.currentThread().interrupt();
    new AgentLog(file()).line("first");
    assertTrue(Thread.interrupted());
    assertEquals(List.of("first"), Files.readAllLines(file()));
  }

  @Test
  void loggingNeverThrows() throws IOException {
    Throwable failure =
        new StackOverflowError() {
          @Override
          public String toString() {
            throw new OutOfMemoryError();
          }
        };
    new AgentLog(file()).failure("it went wrong", failure);
    assertEquals(List.of("it went wrong"), Files.readAllLines(file()));
    new AgentLog(file()).line(null);
  }
}
