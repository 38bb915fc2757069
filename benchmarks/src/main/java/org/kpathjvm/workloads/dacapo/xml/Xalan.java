package org.kpathjvm.workloads.dacapo.xml;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Crew;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * Stand-in for DaCapo's xalan: threads take one XML document after another and transform it to
 * HTML.
 *
 * <p>Input {@code documents}: a jar. Settings: {@code prefix}, the beginning of the documents'
 * names in the jar; {@code rounds}, how often each document is transformed; {@code threads}, the
 * number of threads.
 */
public final class Xalan implements Benchmark {
  private static final String FACTORY = "org.apache.xalan.processor.TransformerFactoryImpl";

  private List<byte[]> documents;
  private int rounds;
  private int threads;
  private Templates templates;
  private byte[][] results;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    documents = Documents.read(inputs.file("documents"), inputs.text("prefix"));
    rounds = inputs.number("rounds");
    threads = inputs.number("threads");
    TransformerFactory factory =
        TransformerFactory.newInstance(FACTORY, Xalan.class.getClassLoader());
    templates = factory.newTemplates(new StreamSource(Documents.stylesheet("rules-html.xsl")));
  }

  @Override
  public void beforeIteration() {
    results = new byte[documents.size() * rounds][];
  }

  @Override
  public void iterate() throws Exception {
    AtomicInteger next = new AtomicInteger();
    Crew.run(
        threads,
        worker -> {
          int task = next.getAndIncrement();
          while (task < results.length) {
            results[task] = transform(documents.get(task % documents.size()));
            task = next.getAndIncrement();
          }
        });
  }

  private byte[] transform(byte[] document) throws TransformerException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    templates
        .newTransformer()
        .transform(new StreamSource(new ByteArrayInputStream(document)), new StreamResult(out));
    return out.toByteArray();
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    result.count("documents", results.length);
    for (byte[] html : results) {
      if (html.length == 0) {
        throw StandInFailure.wrongResult("a document became an empty page");
      }
      result.add(html);
    }
  }
}
