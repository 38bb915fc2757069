package org.kpathjvm.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The agent's own log: a file that belongs to the user alone. The agent writes nothing to the
 * program's stdout, and writes to the program's stderr only if it can't record the program. The
 * class implements Consumer itself, because a JVM's first lambda would delay the agent's start.
 */
final class AgentLog implements Consumer<String> {
  private static final Set<OpenOption> CREATING =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final Set<OpenOption> APPENDING =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path file;

  /** Whether the log says that a failure of the agent has ended the recording. */
  volatile boolean saysWhyEnded;

  AgentLog(Path file) {
    this.file = file;
  }

  @Override
  public void accept(String line) {
    line(line);
  }

  /** Appends a line. This never throws: the program goes on as it would without the agent. */
  synchronized void line(String text) {
    // An interrupted thread can't write to a channel. The interrupt belongs to the program, so it
    // is restored below.
    boolean isInterrupted = Thread.interrupted();
    try {
      write(text);
    } catch (Throwable nowhereToSayIt) {
      // The disk, the heap or the stack may be full, and there is no other place for the message.
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(
            (printable(text.replace('\n', ' ')) + "\n").getBytes(StandardCharsets.UTF_8));
    try (SeekableByteChannel log = open()) {
      while (bytes.hasRemaining()) {
        log.write(bytes);
      }
    }
  }

  /**
   * Opens the log, and creates it if it doesn't exist.
   *
   * @throws IOException if the path names anything but a regular file of this user. In a directory
   *     that everybody may write to, there may be another user's pipe at the path. Writing to the
   *     pipe would block the program.
   */
  private SeekableByteChannel open() throws IOException {
    try {
      return Files.newByteChannel(file, CREATING, OWNER_ONLY);
    } catch (FileAlreadyExistsException ofEarlierLines) {
      Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !user.equals(owner)) {
        throw new IOException(file + " isn't a regular file that belongs to this user");
      }
      return Files.newByteChannel(file, APPENDING);
    }
  }

  /** Appends a line and the first frames of the cause's stack trace. This never throws. */
  void failure(String what, Throwable cause) {
    try {
      line(what + ": " + cause);
      StackTraceElement[] frames = cause.getStackTrace();
      for (int i = 0; i < Math.min(frames.length, 12); i++) {
        line("    at " + frames[i]);
      }
    } catch (Throwable noMemory) {
      // Perhaps there is no memory for a line with the cause's message.
      line(what);
    }
  }

  /**
   * Logs that a failure of the agent has ended the recording. The launcher recognises the line by
   * its first words.
   */
  void endedEarly(String what, Throwable cause) {
    saysWhyEnded = true;
    failure(
        "the recording ended early, and the program goes on unrecorded, because " + what, cause);
  }

  /**
   * Escapes control characters, format characters and line separators, because a class's name may
   * contain them.
   */
  private static String printable(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (isPlain(letter)) {
        shown.append(letter);
      } else {
        // Bit 16 makes the number five hexadecimal digits long. The first digit is then cut off.
        shown.append("\\u").append(Integer.toHexString(letter | 1 << 16).substring(1));
      }
    }
    return shown.toString();
  }

  private static boolean isPlain(char letter) {
    switch (Character.getType(letter)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
        return false;
      default:
        return true;
    }
  }
}
