package org.kpathjvm.jmh;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A command that has ended. */
final class Command {
  final int status;

  /** What the command wrote to stdout and stderr. */
  final String output;

  private Command(int status, String output) {
    this.status = status;
    this.output = output;
  }

  /**
   * Runs a command.
   *
   * @throws IOException if the command can't be started, or if this thread is interrupted
   */
  static Command run(List<String> words) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().putIfAbsent("COLUMNS", "110");
    Process process = builder.start();
    try (InputStream stream = process.getInputStream()) {
      String output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return new Command(process.waitFor(), output);
    } catch (InterruptedException error) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + words.get(0) + " ran", error);
    }
  }
}
