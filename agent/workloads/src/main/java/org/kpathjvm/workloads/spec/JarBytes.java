package org.kpathjvm.workloads.spec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The files in jars, as real input. */
final class JarBytes {
  private JarBytes() {}

  /** The bytes of all of the jar's files, unpacked, one after the other by name. */
  static byte[] concatenated(Path jar) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] file : files(jar, name -> true)) {
      bytes.writeBytes(file);
    }
    return bytes.toByteArray();
  }

  /** The jar's files whose names are accepted, in the order of their names. */
  static List<byte[]> files(Path jar, Predicate<String> accepted) throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<ZipEntry> entries = new ArrayList<>();
      zip.stream().filter(entry -> !entry.isDirectory()).forEach(entries::add);
      entries.removeIf(entry -> !accepted.test(entry.getName()));
      entries.sort(Comparator.comparing(ZipEntry::getName));
      for (ZipEntry entry : entries) {
        try (InputStream stream = zip.getInputStream(entry)) {
          files.add(stream.readAllBytes());
        }
      }
    }
    return files;
  }
}
