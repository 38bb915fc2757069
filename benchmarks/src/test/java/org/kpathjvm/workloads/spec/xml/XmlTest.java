package org.kpathjvm.workloads.spec.xml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.transform.TransformerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.StandInFailure;

class XmlTest {
  private static final String SCHEMA =
      "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:include"
          + " schemaLocation='http://elsewhere/part.xsd'/><xs:element name='list'><xs:complexType>"
          + "<xs:sequence><xs:element name='n' type='small' maxOccurs='9'/></xs:sequence>"
          + "<xs:attribute name='kind' default='usual'/></xs:complexType></xs:element></xs:schema>";
  private static final String PART =
      "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:simpleType name='small'>"
          + "<xs:restriction base='xs:int'><xs:maxInclusive value='9'/></xs:restriction>"
          + "</xs:simpleType></xs:schema>";
  private static final String STYLESHEET =
      "<!DOCTYPE x:stylesheet [<!ENTITY % shared SYSTEM 'shared.ent'>%shared;]>"
          + "<x:stylesheet version='1.0' xmlns:x='http://www.w3.org/1999/XSL/Transform'>"
          + "<x:import href='lib/part.xsl'/><x:output method='text'/><x:template match='/'>"
          + "&greeting;<x:value-of select='sum(//n)'/><x:call-template name='end'/>"
          + "</x:template></x:stylesheet>";
  private static final String LIBRARY =
      "<x:stylesheet version='1.0' xmlns:x='http://www.w3.org/1999/XSL/Transform'>"
          + "<x:param name='end'>.</x:param>"
          + "<x:template name='end'><x:value-of select='$end'/></x:template></x:stylesheet>";

  @TempDir Path directory;

  @Test
  void violationsAreReportedWithTheirLines() throws Exception {
    XmlValidation validation = new XmlValidation();
    Path archive =
        archive(
            Map.of(
                "s/list.xsd",
                SCHEMA,
                "s/part.xsd",
                PART,
                "good.xml",
                "<list><n>1</n></list>",
                "bad.xml",
                "<list>\n<n>1</n>\n<n>12</n></list>"));
    validation.prepare(
        inputs(
            archive, Map.of("schemas", "s/", "documents", "good.xml=list.xsd bad.xml=list.xsd")));
    validation.iterate();
    // The first three numbers count elements, attributes (including defaults) and characters. The
    // other numbers are the lines of the violations. In bad.xml, the number 12 is reported twice:
    // once for the value and once for the element's type.
    assertArrayEquals(new long[] {2, 1, 1}, validation.counts[0].summary());
    assertArrayEquals(new long[] {3, 1, 5, 3, 3}, validation.counts[1].summary());
  }

  @Test
  void aDocumentWithoutASchemaIsRefused() throws Exception {
    Inputs inputs =
        inputs(archive(Map.of("a.xml", "<a/>")), Map.of("schemas", "s/", "documents", "a.xml"));
    XmlValidation validation = new XmlValidation();
    StandInFailure refused = assertThrows(StandInFailure.class, () -> validation.prepare(inputs));
    assertEquals("documents have a.xml, not DOCUMENT=SCHEMA", refused.getMessage());
  }

  @Test
  void stylesheetsIncludeTheirParts() throws Exception {
    XmlTransform transform = new XmlTransform();
    transform.prepare(
        inputs(
            archive(
                Map.of(
                    "d/main.xsl",
                    STYLESHEET,
                    "d/lib/part.xsl",
                    LIBRARY,
                    "d/shared.ent",
                    "<!ENTITY greeting 'sum '>",
                    "a.xml",
                    "<a><n>40</n><n>2</n></a>")),
            Map.of("stylesheet", "d/main.xsl", "documents", "a.xml a.xml")));
    transform.iterate();
    assertEquals(
        List.of("sum 42!", "sum 42!"),
        transform.pages.stream().map(page -> new String(page, StandardCharsets.UTF_8)).toList());
  }

  @Test
  void aMissingPartOfAStylesheetIsRefused() throws Exception {
    XmlTransform transform = new XmlTransform();
    transform.prepare(
        inputs(
            archive(
                Map.of(
                    "d/main.xsl",
                    STYLESHEET,
                    "d/shared.ent",
                    "<!ENTITY greeting 'sum '>",
                    "a.xml",
                    "<a/>")),
            Map.of("stylesheet", "d/main.xsl", "documents", "a.xml")));
    assertThrows(TransformerException.class, transform::iterate);
  }

  private Inputs inputs(Path archive, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("repetitions", "1");
    all.put("parameters", "end=!");
    return new Inputs(Map.of("archive", List.of(archive)), all, () -> directory);
  }

  private Path archive(Map<String, String> files) throws IOException {
    Path archive = directory.resolve("archive.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return archive;
  }
}
