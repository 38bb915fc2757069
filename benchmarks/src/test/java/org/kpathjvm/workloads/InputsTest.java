package org.kpathjvm.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class InputsTest {
  @TempDir Path directory;
  private Path file;
  private Path missing;
  private Inputs inputs;

  @BeforeEach
  void fill() throws Exception {
    file = Files.createFile(directory.resolve("file"));
    missing = directory.resolve("missing");
    inputs =
        new Inputs(
            Map.of("one", List.of(file), "two", List.of(file, file), "none", List.of(missing)),
            Map.of("number", "7", "text", "seven"),
            () -> directory);
  }

  @Test
  void givesFilesAndSettings() throws StandInFailure {
    assertEquals(file, inputs.file("one"));
    assertEquals(List.of(file, file), inputs.files("two"));
    assertEquals("seven", inputs.text("text"));
    assertEquals(7, inputs.number("number"));
  }

  @Test
  void namesMissingInputs() {
    assertEquals("input two has 2 files, not one", complaint(() -> inputs.file("two")));
    assertEquals(
        "no input none: there is no file " + missing, complaint(() -> inputs.file("none")));
    assertEquals("no input x: pass --input x=PATH", complaint(() -> inputs.files("x")));
    assertEquals("no setting x: pass --set x=VALUE", complaint(() -> inputs.text("x")));
    assertEquals(
        "setting text is seven, not a whole number from 0 on",
        complaint(() -> inputs.number("text")));
    assertEquals(
        "setting number is 7, not a whole number from 8 on",
        complaint(() -> inputs.number("number", 8)));
  }

  private static String complaint(Executable wrong) {
    StandInFailure failure = assertThrows(StandInFailure.class, wrong);
    assertEquals(StandInFailure.UNUSABLE, failure.exitStatus());
    return failure.getMessage();
  }
}
