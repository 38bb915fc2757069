package org.kpathjvm.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The agent's own log: a file, since the target's stdout and stderr are the target's. */
final class AgentLog {
  private final Path file;

  AgentLog(Path file) {
    this.file = file;
  }

  synchronized void line(String text) {
    try {
      Files.write(
          file,
          (text.replace('\n', ' ') + "\n").getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException | RuntimeException nowhereToSayIt) {
      // The target goes on as it would without us; there is no other place for the message.
    }
  }

  void failure(String what, Throwable cause) {
    line(what + ": " + cause);
    StackTraceElement[] frames = cause.getStackTrace();
    for (int i = 0; i < Math.min(frames.length, 12); i++) {
      line("    at " + frames[i]);
    }
  }
}
