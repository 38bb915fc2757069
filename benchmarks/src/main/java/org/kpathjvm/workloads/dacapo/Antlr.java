package org.kpathjvm.workloads.dacapo;

import antlr.Tool;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.JarBytes;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * Stand-in for DaCapo's antlr: ANTLR makes lexers and parsers from grammars.
 *
 * <p>Inputs: jars that contain grammars. Setting {@code grammars}: {@code input!entry} for each
 * grammar, separated by spaces, where {@code entry} is a file in the input's jar. A grammar comes
 * after the grammars whose vocabularies it imports. Setting {@code rounds}: how often all grammars
 * are processed.
 */
public final class Antlr implements Benchmark {
  /** ANTLR's tool, but without messages on stderr. An error ends the run. */
  private static final class QuietTool extends Tool {
    @Override
    public void warning(String message) {
      // Warnings about ambiguous grammars don't matter: the digest covers the generated files.
    }

    @Override
    public void warning(String message, String file, int line, int column) {
      warning(message);
    }

    @Override
    public void warning(String[] messages, String file, int line, int column) {
      warning(messages[0]);
    }

    @Override
    public void error(String message) {
      throw new IllegalStateException(message);
    }

    @Override
    public void error(String message, String file, int line, int column) {
      throw new IllegalStateException(file + " line " + line + ": " + message);
    }
  }

  private final List<Path> grammars = new ArrayList<>();
  private int rounds;
  private Path output;

  @Override
  public void prepare(Inputs inputs) throws IOException, StandInFailure {
    rounds = inputs.number("rounds");
    output = Files.createDirectory(inputs.directory().resolve("generated"));
    for (String place : inputs.text("grammars").split(" ")) {
      String[] parts = place.split("!");
      Path folder = inputs.directory().resolve(parts[0]);
      Files.createDirectories(folder);
      Path file = folder.resolve(parts[1].substring(parts[1].lastIndexOf('/') + 1));
      grammars.add(Files.write(file, JarBytes.file(inputs.file(parts[0]), parts[1])));
    }
  }

  /** Resets the counter for generated labels, which is the tool's only static state. */
  @Override
  public void beforeIteration() throws ReflectiveOperationException {
    Field blocks = Class.forName("antlr.AlternativeBlock").getDeclaredField("nblks");
    blocks.setAccessible(true);
    blocks.setInt(null, 0);
  }

  @Override
  public void iterate() throws IOException {
    for (int round = 0; round < rounds; round++) {
      for (Path grammar : grammars) {
        Path folder = output.resolve(grammar.getParent().getFileName());
        Files.createDirectories(folder);
        new QuietTool().doEverything(new String[] {"-o", folder.toString(), grammar.toString()});
      }
    }
  }

  /**
   * Adds all generated files, without the lines that contain ANTLR's version and a grammar's path.
   */
  @Override
  public void digest(ResultDigest result) throws IOException, StandInFailure {
    List<Path> files;
    try (Stream<Path> all = Files.walk(output)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    if (files.size() < grammars.size()) {
      throw StandInFailure.wrongResult(
          grammars.size() + " grammars gave " + files.size() + " files");
    }
    result.count("files", files.size());
    for (Path file : files) {
      result.add(output.relativize(file).toString());
      Files.readString(file, StandardCharsets.ISO_8859_1)
          .lines()
          .filter(line -> !line.startsWith("// $ANTLR"))
          .forEach(result::add);
    }
  }
}
