package org.kpathjvm.workloads.spec.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.stream.StreamResult;
import org.apache.xalan.processor.TransformerFactoryImpl;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.JarBytes;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;
import org.xml.sax.SAXException;

/**
 * xml.transform: Xalan's interpreter makes a page from each document, with a stylesheet. Each
 * iteration compiles the stylesheet anew. Input {@code archive}: a zip file that contains all files
 * to read. Settings: {@code stylesheet}, the stylesheet's name in the archive; {@code documents},
 * the documents' names in the archive; {@code parameters}, the stylesheet's parameters, each as
 * name=value; and {@code repetitions}, how often all documents are transformed.
 */
public final class XmlTransform implements Benchmark {
  private static final ErrorListener ERRORS_END_IT =
      new ErrorListener() {
        @Override
        public void warning(TransformerException message) {
          // Warnings don't matter, for example that a namespace was removed.
        }

        @Override
        public void error(TransformerException error) throws TransformerException {
          throw error;
        }

        @Override
        public void fatalError(TransformerException error) throws TransformerException {
          throw error;
        }
      };

  private SortedMap<String, byte[]> files;
  private String stylesheet;
  private String[] documents;
  private Map<String, String> parameters;
  private int repetitions;
  List<byte[]> pages;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure, IOException {
    files = JarBytes.files(inputs.file("archive"), name -> true);
    stylesheet = inputs.text("stylesheet");
    documents = inputs.text("documents").split(" ");
    parameters = parameters(inputs.text("parameters"));
    repetitions = inputs.number("repetitions");
  }

  @Override
  public void iterate() throws TransformerException, SAXException {
    TransformerFactoryImpl factory = new TransformerFactoryImpl();
    factory.setURIResolver(this::resolved);
    factory.setErrorListener(ERRORS_END_IT);
    Templates templates = factory.newTemplates(XmlReaders.source(files, stylesheet));
    for (int repetition = 0; repetition < repetitions; repetition++) {
      pages = new ArrayList<>();
      for (String document : documents) {
        Transformer transformer = templates.newTransformer();
        transformer.setURIResolver(this::resolved);
        transformer.setErrorListener(ERRORS_END_IT);
        parameters.forEach(transformer::setParameter);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        transformer.transform(XmlReaders.source(files, document), new StreamResult(page));
        pages.add(page.toByteArray());
      }
    }
  }

  @Override
  public void digest(ResultDigest result) {
    pages.forEach(result::add);
  }

  private static Map<String, String> parameters(String text) throws StandInFailure {
    Map<String, String> parameters = new TreeMap<>();
    for (String parameter : text.split(" ")) {
      String[] pair = parameter.split("=", 2);
      if (pair.length < 2) {
        throw StandInFailure.unusable("parameters are " + text + ", not NAME=VALUE");
      }
      parameters.put(pair[0], pair[1]);
    }
    return parameters;
  }

  private Source resolved(String href, String base) throws TransformerException {
    // The empty address stands for the stylesheet itself. URI would resolve the empty address to
    // the stylesheet's directory.
    URI address = href.isEmpty() ? URI.create(base) : URI.create(base).resolve(href);
    String name = address.getPath().substring(1);
    try {
      return XmlReaders.source(files, name);
    } catch (SAXException missing) {
      throw new TransformerException(missing);
    }
  }
}
