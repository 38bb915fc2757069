package org.kpathjvm.workloads.spec.xml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.xml.transform.sax.SAXResult;
import javax.xml.validation.Schema;
import javax.xml.validation.Validator;
import org.apache.xerces.dom.DOMInputImpl;
import org.apache.xerces.jaxp.validation.XMLSchemaFactory;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.JarBytes;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.SAXException;

/**
 * xml.validation: Xerces validates documents against XML schemas. Each iteration compiles the
 * schemas anew. Input {@code archive}: a jar that contains all files to read. Settings: {@code
 * schemas}, the schemas' directory in the archive; {@code documents}, each as document=schema; and
 * {@code repetitions}, how often all documents are validated.
 */
public final class XmlValidation implements Benchmark {
  private SortedMap<String, byte[]> files;
  private String directory;
  private String[] documents;
  private int repetitions;
  ValidationCount[] counts;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure, IOException {
    files = JarBytes.files(inputs.file("archive"), name -> !name.endsWith(".class"));
    directory = inputs.text("schemas");
    documents = inputs.text("documents").split(" ");
    for (String document : documents) {
      if (document.split("=").length != 2) {
        throw StandInFailure.unusable("documents have " + document + ", not DOCUMENT=SCHEMA");
      }
    }
    repetitions = inputs.number("repetitions");
  }

  @Override
  public void iterate() throws SAXException, IOException {
    SortedMap<String, Schema> compiled = new TreeMap<>();
    for (int repetition = 0; repetition < repetitions; repetition++) {
      counts = new ValidationCount[documents.length];
      for (int i = 0; i < documents.length; i++) {
        String[] pair = documents[i].split("=");
        Schema schema = compiled.get(pair[1]);
        if (schema == null) {
          schema = compile(directory + pair[1]);
          compiled.put(pair[1], schema);
        }
        counts[i] = validate(schema, pair[0]);
      }
    }
  }

  @Override
  public void digest(ResultDigest result) {
    long elements = 0;
    long violations = 0;
    for (ValidationCount count : counts) {
      result.add(count.summary());
      elements += count.elements();
      violations += count.violations();
    }
    result.count("elements", elements);
    result.count("violations", violations);
  }

  private Schema compile(String name) throws SAXException {
    XMLSchemaFactory factory = new XMLSchemaFactory();
    factory.setResourceResolver(
        (type, namespace, publicId, systemId, base) -> input(publicId, systemId));
    return factory.newSchema(XmlReaders.source(files, name));
  }

  /**
   * Returns a file to which a schema refers. Only the last part of the address counts, because all
   * such files are in one directory.
   */
  private LSInput input(String publicId, String systemId) {
    String name = directory + systemId.substring(systemId.lastIndexOf('/') + 1);
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new IllegalStateException("the archive has no " + name);
    }
    return new DOMInputImpl(publicId, "jar:/" + name, null, new ByteArrayInputStream(bytes), null);
  }

  private ValidationCount validate(Schema schema, String name) throws SAXException, IOException {
    ValidationCount count = new ValidationCount();
    Validator validator = schema.newValidator();
    validator.setErrorHandler(count);
    validator.validate(XmlReaders.source(files, name), new SAXResult(count));
    return count;
  }
}
