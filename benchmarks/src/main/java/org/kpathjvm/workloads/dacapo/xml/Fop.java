package org.kpathjvm.workloads.dacapo.xml;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.fop.apps.FOUserAgent;
import org.apache.fop.apps.FopConfParser;
import org.apache.fop.apps.FopFactory;
import org.apache.fop.apps.MimeConstants;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;

/**
 * Stand-in for DaCapo's fop: FOP turns XSL formatting objects into PDF documents.
 *
 * <p>Input {@code documents}: a jar. Settings: {@code prefix}, the beginning of the documents'
 * names in the jar; {@code rounds}, how often each document is formatted. Before the first
 * iteration, the JDK turns the documents into formatting objects.
 */
public final class Fop implements Benchmark {
  // Without this reference, the logger could be garbage-collected, and would lose its level.
  private static final Logger LOGGER = Logger.getLogger("org.apache.fop");

  // Compression and colour profiles are off, because they differ between JDKs.
  private static final String CONFIGURATION =
      "<fop version='1.0'><renderers><renderer mime='application/pdf'><filterList>"
          + "<value>null</value></filterList><disable-srgb-colorspace>true</disable-srgb-colorspace>"
          + "</renderer></renderers></fop>";
  private static final Pattern CHANGING =
      Pattern.compile("/ID \\[[^\\]]*\\]|<xmp:MetadataDate>[^<]*");

  private final List<byte[]> documents = new ArrayList<>();
  private int rounds;
  private FopFactory factory;
  private SAXParserFactory parsers;
  private List<byte[]> results;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    LOGGER.setLevel(Level.OFF);
    rounds = inputs.number("rounds");
    Templates templates =
        TransformerFactory.newDefaultInstance()
            .newTemplates(new StreamSource(Documents.stylesheet("rules-fo.xsl")));
    for (byte[] document : Documents.read(inputs.file("documents"), inputs.text("prefix"))) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      templates
          .newTransformer()
          .transform(new StreamSource(new ByteArrayInputStream(document)), new StreamResult(out));
      documents.add(out.toByteArray());
    }
    parsers = SAXParserFactory.newDefaultNSInstance();
    factory =
        new FopConfParser(
                new ByteArrayInputStream(CONFIGURATION.getBytes(StandardCharsets.UTF_8)),
                inputs.directory().toUri())
            .getFopFactoryBuilder()
            .build();
    factory.getFontManager().disableFontCache();
  }

  @Override
  public void beforeIteration() {
    results = new ArrayList<>();
  }

  @Override
  public void iterate() throws Exception {
    for (int round = 0; round < rounds; round++) {
      for (byte[] document : documents) {
        results.add(format(document));
      }
    }
  }

  private byte[] format(byte[] document) throws Exception {
    FOUserAgent agent = factory.newFOUserAgent();
    agent.setCreationDate(new Date(0));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var fop = factory.newFop(MimeConstants.MIME_PDF, agent, out);
    parsers.newSAXParser().parse(new ByteArrayInputStream(document), fop.getDefaultHandler());
    return out.toByteArray();
  }

  /** Adds the PDF documents without the identifiers and dates that change from run to run. */
  @Override
  public void digest(ResultDigest result) {
    result.count("documents", results.size());
    for (byte[] pdf : results) {
      result.add(CHANGING.matcher(new String(pdf, StandardCharsets.ISO_8859_1)).replaceAll(""));
    }
  }
}
