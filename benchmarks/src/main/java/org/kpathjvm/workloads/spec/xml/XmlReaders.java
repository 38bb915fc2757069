package org.kpathjvm.workloads.spec.xml;

import java.io.ByteArrayInputStream;
import java.util.Map;
import javax.xml.transform.sax.SAXSource;
import org.apache.xerces.parsers.SAXParser;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** Documents from memory, read by Xerces' own parser rather than by the JDK's copy of it. */
final class XmlReaders {
  private static final String PREFIX = "jar:/";

  private XmlReaders() {}

  /**
   * A document to be read once.
   *
   * @param files by name, among them the document
   * @param name which also is the address that relative ones in the document start from
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

  /** An entity from the files; definitions from elsewhere are empty, as nothing is fetched. */
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
