package org.kpathjvm.agent;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Appends to methods.jsonl. Each call is one write to the file, done before the class that it
 * describes is defined: whatever is counted can be decoded, however the target ends.
 */
final class MetadataWriter {
  private final FileOutputStream file;

  MetadataWriter(Path path) throws IOException {
    file = new FileOutputStream(path.toFile(), true);
  }

  /** Appends whole lines. */
  synchronized void append(CharSequence lines) throws IOException {
    file.write(lines.toString().getBytes(StandardCharsets.UTF_8));
  }
}
