package org.kpathjvm.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
  @Test
  void readsEveryArgument() throws StandInFailure {
    Options options =
        parse(
            "--benchmark",
            "dacapo eclipse",
            "--release",
            "8",
            "--warmups",
            "2",
            "--iterations",
            "5",
            "--sources",
            "a.jar",
            "--sources",
            "b.jar",
            "--expect-classes",
            "10",
            "--expect-tags",
            "3",
            "--expect-digest",
            "00ff");
    assertEquals(
        new Options(
            "dacapo eclipse", 8, 2, 5, List.of(Path.of("a.jar"), Path.of("b.jar")), 10, 3, "00ff"),
        options);
  }

  @Test
  void expectsNothingUnlessTold() throws StandInFailure {
    Options options = parse("--sources", "a.jar");
    assertEquals(-1, options.expectedClasses());
    assertEquals(-1, options.expectedTags());
    assertNull(options.expectedDigest());
    assertEquals(1, options.iterations());
  }

  @ParameterizedTest
  @CsvSource({
    "--iteration 2, unknown argument --iteration",
    "--iterations, argument --iterations has no value",
    "--iterations 0, 'argument --iterations is 0, not a whole number from 1 on'",
    "--warmups x, 'argument --warmups is x, not a whole number from 0 on'",
    "--warmups 1, no sources to compile: pass --sources JAR",
  })
  void saysWhatIsWrong(String arguments, String message) {
    StandInFailure failure = assertThrows(StandInFailure.class, () -> parse(arguments.split(" ")));
    assertEquals(message, failure.getMessage());
    assertEquals(StandInFailure.UNUSABLE, failure.exitStatus());
  }

  private static Options parse(String... arguments) throws StandInFailure {
    return Options.parse(arguments);
  }
}
