package org.kpathjvm.workloads.dacapo.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.util.BytesRef;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Crew;
import org.kpathjvm.workloads.Generator;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;

/**
 * Stand-in for DaCapo's lusearch: threads search an index for words from the index itself.
 *
 * <p>Input {@code texts}: jars with Java sources, which are indexed once. Settings: {@code
 * threads}, the number of threads; {@code queries}, the number of queries of each thread.
 */
public final class Lusearch implements Benchmark {
  private static final int HITS = 20;
  private static final int LEAST_FREQUENCY = 3;

  private final List<String> words = new ArrayList<>();
  private int threads;
  private int queries;
  private NIOFSDirectory directory;
  private DirectoryReader reader;
  private int[][] found;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    threads = inputs.number("threads");
    queries = inputs.number("queries");
    directory = new NIOFSDirectory(inputs.directory().resolve("index"));
    new Corpus(inputs.files("texts")).index(directory);
    reader = DirectoryReader.open(directory);
    TermsEnum terms = MultiTerms.getTerms(reader, "text").iterator();
    for (BytesRef term = terms.next(); term != null; term = terms.next()) {
      String word = term.utf8ToString();
      if (terms.docFreq() >= LEAST_FREQUENCY && word.matches("[a-z]{3,}")) {
        words.add(word);
      }
    }
  }

  @Override
  public void beforeIteration() {
    found = new int[threads][];
  }

  @Override
  public void iterate() throws Exception {
    Crew.run(threads, this::search);
  }

  private void search(int worker) throws Exception {
    IndexSearcher searcher = new IndexSearcher(reader);
    // With a cache, the second iteration would do less work than the first.
    searcher.setQueryCache(null);
    QueryParser parser = new QueryParser("text", new StandardAnalyzer());
    Generator generator = new Generator(worker);
    int[] results = new int[queries * (HITS + 1)];
    for (int i = 0; i < queries; i++) {
      TopDocs top = searcher.search(parser.parse(query(generator)), HITS);
      int at = i * (HITS + 1);
      results[at] = (int) top.totalHits.value;
      for (ScoreDoc hit : top.scoreDocs) {
        results[++at] = hit.doc;
      }
    }
    found[worker] = results;
  }

  /**
   * Returns a query for a word; for two words (either, both, or the first without the second); for
   * two words near each other; for a prefix; or for similar words.
   */
  private String query(Generator generator) {
    String word = words.get(generator.below(words.size()));
    String other = words.get(generator.below(words.size()));
    return switch (generator.below(8)) {
      case 0, 1 -> word;
      case 2 -> word + " " + other;
      case 3 -> "+" + word + " +" + other;
      case 4 -> word + " -" + other;
      case 5 -> "\"" + word + " " + other + "\"~10";
      case 6 -> word.substring(0, 2) + "*";
      default -> word + "~1";
    };
  }

  @Override
  public void digest(ResultDigest result) {
    result.count("queries", (long) threads * queries);
    for (int[] results : found) {
      result.add(results);
    }
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
    if (directory != null) {
      directory.close();
    }
  }
}
