package org.kpathjvm.agent.cache;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.relocation.RelocatableClassFormat;

/**
 * Identifies the options and the agent, which together with a class file determine the instrumented
 * class. The agent is identified by its jar's table of contents, which has the name, size and
 * checksum of every entry. The identity contains the table itself instead of a digest, because in a
 * JVM that has just started, loading a digest's code takes longer than comparing the table's bytes.
 */
final class CacheIdentity {
  /**
   * The length of the last record of a zip file without a comment. The record has the size and the
   * position of the table of contents.
   */
  private static final int END_BYTES = 22;

  private static final int END_SIGNATURE = 0x504b0506;
  private static final int SIZE_OFFSET = 12;

  private CacheIdentity() {}

  static byte[] of(File agentJar, InstrumentOptions options) throws IOException {
    String text = "format=" + RelocatableClassFormat.VERSION + " " + options.identity() + "\n";
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    byte[] contents = contents(agentJar);
    byte[] identity = Arrays.copyOf(encoded, encoded.length + contents.length);
    System.arraycopy(contents, 0, identity, encoded.length, contents.length);
    return identity;
  }

  private static byte[] contents(File jar) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(jar, "r")) {
      file.seek(Math.max(0, file.length() - END_BYTES));
      if (file.readInt() != END_SIGNATURE) {
        throw new IOException(jar + " doesn't end like a jar");
      }
      file.seek(file.length() - END_BYTES + SIZE_OFFSET);
      int size = Integer.reverseBytes(file.readInt());
      int offset = Integer.reverseBytes(file.readInt());
      if (size < 0 || offset < 0 || size > file.length() - offset) {
        throw new IOException(jar + " has no table of contents");
      }
      byte[] contents = new byte[size];
      file.seek(offset);
      file.readFully(contents);
      return contents;
    }
  }
}
