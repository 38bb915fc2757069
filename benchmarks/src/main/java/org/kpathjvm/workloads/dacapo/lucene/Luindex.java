package org.kpathjvm.workloads.dacapo.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.util.BytesRef;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;

/**
 * Stand-in for DaCapo's luindex: Lucene writes an index of texts to files.
 *
 * <p>Input {@code texts}: jars with Java sources.
 */
public final class Luindex implements Benchmark {
  private Corpus corpus;
  private Path place;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    corpus = new Corpus(inputs.files("texts"));
    place = inputs.directory().resolve("index");
  }

  @Override
  public void beforeIteration() throws IOException {
    if (Files.exists(place)) {
      try (Stream<Path> files = Files.list(place)) {
        for (Iterator<Path> each = files.iterator(); each.hasNext(); ) {
          Files.delete(each.next());
        }
      }
    }
  }

  @Override
  public void iterate() throws IOException {
    try (NIOFSDirectory directory = new NIOFSDirectory(place)) {
      corpus.index(directory);
    }
  }

  /**
   * Adds the documents' names, and all terms with their frequencies. The index's files themselves
   * aren't added, because they contain random numbers.
   */
  @Override
  public void digest(ResultDigest result) throws IOException {
    try (NIOFSDirectory directory = new NIOFSDirectory(place);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      result.count("documents", reader.numDocs());
      for (int document = 0; document < reader.maxDoc(); document++) {
        result.add(reader.storedFields().document(document).get("name"));
      }
      Terms terms = MultiTerms.getTerms(reader, "text");
      TermsEnum each = terms.iterator();
      long count = 0;
      for (BytesRef term = each.next(); term != null; term = each.next()) {
        result.add(term.utf8ToString()).add(each.docFreq()).add(each.totalTermFreq());
        count++;
      }
      result.count("terms", count);
    }
  }
}
