package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Tests in which directory a recording's files are: in a directory that the agent makes, in the
 * launcher's directory, or in a new directory next to a template. A template is a file from which
 * several JVMs make their segments.
 */
class RecordingFilesTest {
  @TempDir Path directory;
  private Path output;

  @BeforeEach
  void nameOutput() {
    output = directory.resolve("out");
  }

  private static RecordingFiles files(String options) throws IOException {
    return RecordingFiles.of(AgentOptions.parse(options));
  }

  @Test
  void withoutASegmentAPrivateDirectoryIsMade() throws IOException {
    RecordingFiles made = files("output=" + output + ",segment-size=4M");
    assertEquals(output, made.directory);
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(output)));
    assertTrue(made.segment.keep());
    assertThrows(FileAlreadyExistsException.class, () -> files("output=" + output));
  }

  @Test
  void aTakenNameGetsANumber() throws IOException {
    long pid = ProcessHandle.current().pid();
    Path parent = directory.resolve("not/there");
    String options = "output=" + parent + "/a-%p.recording,segment-size=4M";
    assertEquals(parent.resolve("a-" + pid + ".recording"), files(options).directory);
    assertEquals(parent.resolve("a-" + pid + "-1.recording"), files(options).directory);
    assertEquals(parent.resolve("a-" + pid + "-2.recording"), files(options).directory);
    Path above = directory.resolve("x" + pid + "/out");
    String inItsParent = "output=" + directory + "/x%p/out,segment-size=4M";
    assertEquals(above, files(inItsParent).directory);
    assertEquals(directory.resolve("x" + pid + "/out-1"), files(inItsParent).directory);
  }

  @Test
  void anEncodedPercentSignDoesNotStandForTheProcessId() throws IOException {
    String options = "output=" + directory + "/a%25p,segment-size=4M";
    assertEquals(directory.resolve("a%p"), files(options).directory);
    assertThrows(FileAlreadyExistsException.class, () -> files(options));
  }

  @Test
  void aNamedSegmentIsUsedInPlace() throws IOException {
    files("output=" + output + ",segment-size=4M");
    assertEquals(output, files("segment=" + output.resolve("segment")).directory);
  }

  @Test
  void eachJvmOfATemplateGetsADirectory() throws IOException {
    RecordingFiles template = files("output=" + output + ",segment-size=4M");
    template.segment.bytes.putInt(SegmentLayout.HEADER_FLAGS_OFFSET, SegmentLayout.FLAG_TEMPLATE);
    String option = "segment=" + output.resolve("segment");
    String name = RecordingFiles.JVM_PREFIX + ProcessHandle.current().pid();
    assertEquals(output.resolve(name), files(option).directory);
    // The directory may have been made by an earlier process with the same id.
    assertEquals(output.resolve(name + ".1"), files(option).directory);
  }
}
