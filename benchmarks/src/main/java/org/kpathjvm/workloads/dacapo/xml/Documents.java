package org.kpathjvm.workloads.dacapo.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.kpathjvm.workloads.JarBytes;
import org.kpathjvm.workloads.StandInFailure;

/** Reads XML documents from a jar, and stylesheets from this package. */
final class Documents {
  private Documents() {}

  /**
   * Returns the XML files whose names start with {@code prefix}, in the order of their names.
   *
   * @throws StandInFailure if there are no such files
   */
  static List<byte[]> read(Path jar, String prefix) throws IOException, StandInFailure {
    Collection<byte[]> documents =
        JarBytes.files(jar, name -> name.startsWith(prefix) && name.endsWith(".xml")).values();
    if (documents.isEmpty()) {
      throw StandInFailure.unusable("no documents " + prefix + "*.xml in " + jar);
    }
    return List.copyOf(documents);
  }

  static InputStream stylesheet(String name) {
    return Documents.class.getResourceAsStream(name);
  }
}
