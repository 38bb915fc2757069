package org.kpathjvm.workloads.dacapo.lucene;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.kpathjvm.workloads.JarBytes;

/** The texts to index: the Java sources in jars, cut into pieces. */
final class Corpus {
  /** The largest number of lines in a piece, about a page. */
  private static final int LINES = 40;

  /**
   * A piece of a file.
   *
   * @param name the file's name and the piece's number
   */
  record Piece(String name, String text) {}

  // Lucene logs what it finds out about the JVM. Without this reference, the logger could be
  // garbage-collected, and would lose its level.
  private static final Logger LOGGER = Logger.getLogger("org.apache.lucene");

  private final List<Piece> pieces = new ArrayList<>();

  /** Reads all Java sources in the jars. */
  Corpus(List<Path> jars) throws IOException {
    LOGGER.setLevel(Level.OFF);
    for (Path jar : jars) {
      JarBytes.files(jar, name -> name.endsWith(".java"))
          .forEach((name, bytes) -> add(name, new String(bytes, StandardCharsets.UTF_8)));
    }
  }

  private void add(String name, String text) {
    List<String> lines = text.lines().toList();
    for (int from = 0; from < lines.size(); from += LINES) {
      List<String> piece = lines.subList(from, Math.min(from + LINES, lines.size()));
      pieces.add(new Piece(name + "#" + from / LINES, String.join("\n", piece)));
    }
  }

  /** Writes an index of all pieces to a directory. The calling thread does all of the work. */
  void index(Directory directory) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig(new StandardAnalyzer())
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
            .setRAMBufferSizeMB(4)
            .setMergeScheduler(new SerialMergeScheduler());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (Piece piece : pieces) {
        Document document = new Document();
        document.add(new StringField("name", piece.name(), Field.Store.YES));
        document.add(new TextField("text", piece.text(), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.commit();
    }
  }
}
