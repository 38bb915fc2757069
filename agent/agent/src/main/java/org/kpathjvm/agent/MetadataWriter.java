package org.kpathjvm.agent;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * Appends to methods.jsonl. Each call makes one write to the file, before the class that the lines
 * describe is defined. So whatever is counted can be decoded, however the target ends. Every line
 * gets its checksum here, whoever has made it ({@link CheckedLines}).
 */
final class MetadataWriter implements Closeable {
  private final FileOutputStream file;

  /** Whether the last append may have left half a line. */
  private boolean broken;

  /** Called for each class that could not be listed. */
  private final Runnable unlisted;

  /**
   * Whether a class could not even be counted, because the stack had no room for a call. Whoever
   * finds that out sets this, and it is counted by {@link #settle}.
   */
  volatile boolean owes;

  /**
   * Makes the file, for its owner only.
   *
   * @throws IOException if something with that name exists already, even a link, which would lead
   *     elsewhere, or if the file can't be made
   */
  MetadataWriter(Path path, Runnable unlisted) throws IOException {
    Files.createFile(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    // This isn't a channel: an interrupted thread of the target that loads a class would close a
    // channel.
    file = new FileOutputStream(path.toFile(), true);
    this.unlisted = unlisted;
  }

  /** Closes the file. Nothing more is appended. */
  @Override
  public synchronized void close() throws IOException {
    file.close();
  }

  /**
   * Appends the complete lines of a class, or counts the class as one that could not be listed.
   *
   * @throws IOException if there is no room for the lines, on the disk or in the heap
   */
  synchronized void append(Utf8Text lines) throws IOException {
    try {
      write(CheckedLines.of(lines.toBytes()));
    } catch (IOException noSpace) {
      // The log is beside the metadata, so there may be no place to report this.
      countUnlisted();
      throw noSpace;
    } catch (RuntimeException | Error noMemory) {
      countUnlisted();
      throw new IOException("the lines can't be made", noMemory);
    }
  }

  /** Counts a class that isn't recorded and that could not be listed. This never fails. */
  void countUnlisted() {
    unlisted.run();
  }

  /**
   * Counts a class that could not be counted before. The transformer calls this for the next class,
   * the agent's watch in each round, and a shutdown hook.
   */
  void settle() {
    if (owes) {
      countUnlisted();
      owes = false;
    }
  }

  private void write(byte[] lines) throws IOException {
    byte[] text = lines;
    if (broken) {
      // A line that was cut off by a full disk must not swallow the next one.
      text = new byte[lines.length + 1];
      text[0] = '\n';
      System.arraycopy(lines, 0, text, 1, lines.length);
    }
    broken = true;
    file.write(text);
    broken = false;
  }
}
