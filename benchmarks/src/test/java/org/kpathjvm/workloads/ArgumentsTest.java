package org.kpathjvm.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
  @Test
  void readsEveryArgument() throws StandInFailure {
    String line =
        "--class p.C --warmups 2 --iterations 5 --expect-digest 00ff --input a=x.jar"
            + " --input b=y.jar --input a=z=.jar --set release=11 --set empty=";
    assertEquals(
        new Arguments(
            "p.C",
            "p.C",
            2,
            5,
            "00ff",
            Map.of(
                "a", List.of(Path.of("x.jar"), Path.of("z=.jar")), "b", List.of(Path.of("y.jar"))),
            Map.of("release", "11", "empty", "")),
        parse(line));
  }

  @Test
  void expectsNoResultByDefault() throws StandInFailure {
    Arguments arguments =
        Arguments.parse(new String[] {"--class", "p.C", "--benchmark", "dacapo eclipse"});
    assertNull(arguments.expectedDigest());
    assertEquals(1, arguments.iterations());
    assertEquals(0, arguments.warmups());
    assertEquals("dacapo eclipse", arguments.benchmark());
  }

  @ParameterizedTest
  @CsvSource({
    "--iteration 2, unknown argument --iteration",
    "--iterations, argument --iterations has no value",
    "--iterations 0, 'argument --iterations is 0, not a whole number from 1 on'",
    "--warmups x, 'argument --warmups is x, not a whole number from 0 on'",
    "--set release, 'argument --set is release, not NAME=VALUE'",
    "--input =x, 'argument --input is =x, not NAME=VALUE'",
    "--warmups 1, no benchmark to run: pass --class CLASS",
  })
  void refusesWrongArguments(String arguments, String message) {
    StandInFailure failure = assertThrows(StandInFailure.class, () -> parse(arguments));
    assertEquals(message, failure.getMessage());
    assertEquals(StandInFailure.UNUSABLE, failure.exitStatus());
  }

  private static Arguments parse(String line) throws StandInFailure {
    return Arguments.parse(line.split(" "));
  }
}
