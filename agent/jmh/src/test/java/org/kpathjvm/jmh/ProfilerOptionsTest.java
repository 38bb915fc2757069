package org.kpathjvm.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.profile.ProfilerException;

/** Tests the parser of the text after {@code -prof kpath:}. */
class ProfilerOptionsTest {
  @Test
  void anEmptyTextGivesTheDefaults() throws ProfilerException {
    ProfilerOptions options = ProfilerOptions.parse("");
    assertEquals(8, options.length);
    assertEquals(Path.of(""), options.directory);
    assertEquals(1, options.top);
    assertEquals(List.of(), options.run);
    assertEquals("kpath-jvm", options.command);
  }

  @Test
  void allOptionsAreRead() throws ProfilerException {
    ProfilerOptions options =
        ProfilerOptions.parse(
            "k=4;dir=a/b; top=0;run=--scope loops  --include=a.B;command=/opt/kpath-jvm;");
    assertEquals(4, options.length);
    assertEquals(Path.of("a/b"), options.directory);
    assertEquals(0, options.top);
    assertEquals(List.of("--scope", "loops", "--include=a.B"), options.run);
    assertEquals("/opt/kpath-jvm", options.command);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "k=0 | k=0; give a number from 1 to 64",
        "k=65 | k=65; give a number from 1 to 64",
        "k=four | k=four; give a number from 1 to 64",
        "top=-1 | top=-1; give a number from 0 to 1000",
        "dir | 'dir' has no value; options are key=value;key=value",
        "dir= | dir is empty; give it a value",
        "depth=4 | unknown option 'depth'; the options are k, dir, top, run, command",
      })
  void anErrorIsExplained(String line, String message) {
    ProfilerException refused =
        assertThrows(ProfilerException.class, () -> ProfilerOptions.parse(line));
    assertTrue(refused.getMessage().startsWith("-prof kpath: "), refused.getMessage());
    assertTrue(refused.getMessage().endsWith(message), refused.getMessage());
  }
}
