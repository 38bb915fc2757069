package org.kpathjvm.workloads.dacapo.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.kpathjvm.workloads.StandInFailure;

/** XML documents out of a jar. */
final class Documents {
  private Documents() {}

  /**
   * The documents whose names start with {@code prefix}, in the order of their names.
   *
   * @throws StandInFailure if there are none
   */
  static List<byte[]> read(Path jar, String prefix) throws IOException, StandInFailure {
    List<byte[]> documents = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<ZipEntry> entries = new ArrayList<>(Collections.list(zip.entries()));
      entries.sort(Comparator.comparing(ZipEntry::getName));
      for (ZipEntry entry : entries) {
        if (entry.getName().startsWith(prefix) && entry.getName().endsWith(".xml")) {
          documents.add(zip.getInputStream(entry).readAllBytes());
        }
      }
    }
    if (documents.isEmpty()) {
      throw StandInFailure.unusable("no documents " + prefix + "*.xml in " + jar);
    }
    return documents;
  }

  /** A stylesheet beside this class. */
  static InputStream stylesheet(String name) {
    return Documents.class.getResourceAsStream(name);
  }
}
