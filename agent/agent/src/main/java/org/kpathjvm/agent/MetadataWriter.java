package org.kpathjvm.agent;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * Appends to methods.jsonl, the metadata. Each call of {@link #append} makes one write to the file.
 * The lines that describe a class are written before the class is defined or changed. So everything
 * that is counted can be decoded, even if the target is killed.
 */
final class MetadataWriter implements Closeable {
  private final FileOutputStream file;

  /** Whether the last append may have left half a line. */
  private boolean broken;

  /** Called for each class that could not be listed. */
  private final Runnable unlisted;

  /**
   * Whether there is a class that could be neither listed nor counted, because the stack had no
   * room for a call. The transformer then sets this field, and {@link #settle} counts the class
   * later.
   */
  volatile boolean owes;

  /**
   * Makes the file. Only its owner can read and write it.
   *
   * @throws IOException if the file can't be made, or if the name is taken, even by a symbolic link
   */
  MetadataWriter(Path path, Runnable unlisted) throws IOException {
    Files.createFile(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    // A channel would be closed if an interrupted thread wrote to it. A thread of the target may be
    // interrupted while it loads a class.
    file = new FileOutputStream(path.toFile(), true);
    this.unlisted = unlisted;
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }

  /**
   * Appends the complete lines of a class. If that fails, counts the class as one that could not be
   * listed.
   *
   * @throws IOException if the disk or the heap has no room for the lines
   */
  synchronized void append(Utf8Text lines) throws IOException {
    try {
      write(CheckedLines.of(lines.toBytes()));
    } catch (IOException noSpace) {
      // The log is usually on the same disk as the metadata, so a message to the log may be lost.
      // The count remains.
      countUnlisted();
      throw noSpace;
    } catch (RuntimeException | Error noMemory) {
      countUnlisted();
      throw new IOException("the lines can't be made", noMemory);
    }
  }

  /** Counts a class that isn't recorded and that could not be listed. This never throws. */
  void countUnlisted() {
    unlisted.run();
  }

  /** Counts the class that could not be counted before, if there is one. */
  void settle() {
    if (owes) {
      countUnlisted();
      owes = false;
    }
  }

  private void write(byte[] lines) throws IOException {
    byte[] text = lines;
    if (broken) {
      // Perhaps the disk was full, and the file ends in the middle of a line. A line feed separates
      // this line from the next one.
      text = new byte[lines.length + 1];
      text[0] = '\n';
      System.arraycopy(lines, 0, text, 1, lines.length);
    }
    broken = true;
    file.write(text);
    broken = false;
  }
}
