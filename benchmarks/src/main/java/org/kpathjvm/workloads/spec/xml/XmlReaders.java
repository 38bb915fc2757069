package org.kpathjvm.workloads.spec.xml;

import java.io.ByteArrayInputStream;
import java.util.Map;
import javax.xml.transform.sax.SAXSource;
import org.apache.xerces.parsers.SAXParser;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** Documents in memory. They are read by Xerces itself, not by the JDK's copy of Xerces. */
final class XmlReaders {
  private static final String PREFIX = "jar:/";

  private XmlReaders() {}

  /**
   * Returns a document that can be read once.
   *
   * @param files the contents of the files by name; the document is one of them
   * @param name the document's name, to which addresses in the document are relative
   * @throws SAXException if there is no such document
   */
  static SAXSource source(Map<String, byte[]> files, String name) throws SAXException {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new SAXException("there is no document " + name);
    }
    XMLReader reader = new SAXParser();
    reader.setEntityResolver((publicId, systemId) -> entity(files, systemId));
    return new SAXSource(reader, input(bytes, PREFIX + name));
  }

  /** Returns an entity, which is empty if the files don't have it. Nothing is downloaded. */
  private static InputSource entity(Map<String, byte[]> files, String systemId) {
    boolean isHere = systemId.startsWith(PREFIX);
    byte[] bytes = isHere ? files.get(systemId.substring(PREFIX.length())) : null;
    return input(bytes == null ? new byte[0] : bytes, systemId);
  }

  private static InputSource input(byte[] bytes, String systemId) {
    InputSource input = new InputSource(new ByteArrayInputStream(bytes));
    input.setSystemId(systemId);
    return input;
  }
}
