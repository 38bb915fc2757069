package org.kpathjvm.workloads;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Reads the files in jars. Benchmarks use the files as realistic inputs. */
public final class JarBytes {
  private JarBytes() {}

  /**
   * Returns the unpacked bytes of all files in the jar, joined in the order of the files' names.
   */
  public static byte[] concatenated(Path jar) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    files(jar, name -> true).values().forEach(bytes::writeBytes);
    return bytes.toByteArray();
  }

  /**
   * Returns the unpacked bytes of a file in the jar.
   *
   * @throws StandInFailure if there is no file with that name
   */
  public static byte[] file(Path jar, String name) throws IOException, StandInFailure {
    byte[] bytes = files(jar, name::equals).get(name);
    if (bytes == null) {
      throw StandInFailure.unusable("no " + name + " in " + jar);
    }
    return bytes;
  }

  /** Returns the unpacked bytes of each file whose name is accepted, by the file's name. */
  public static SortedMap<String, byte[]> files(Path jar, Predicate<String> accepted)
      throws IOException {
    SortedMap<String, byte[]> files = new TreeMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<? extends ZipEntry> entries = zip.stream().toList();
      for (ZipEntry entry : entries) {
        if (!entry.isDirectory() && accepted.test(entry.getName())) {
          try (InputStream stream = zip.getInputStream(entry)) {
            files.put(entry.getName(), stream.readAllBytes());
          }
        }
      }
    }
    return files;
  }
}
