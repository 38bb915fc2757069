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
 * <p>Inputs: jars. Settings: {@code grammars} is {@code input!entry} for each grammar, separated by
 * spaces (a grammar comes after those whose vocabularies it imports); {@code rounds} is how often
 * all grammars are processed.
 */
public final class Antlr implements Benchmark {
  /** ANTLR's tool without its messages to stderr. An error ends the run. */
  private static final class QuietTool extends Tool {
    @Override
    public void warning(String message) {
      // Warnings, about ambiguities in grammars, don't matter: the generated files are digested.
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

  /** Restarts the numbers in generated labels, the tool's only static state. */
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

  /** Adds all generated files, but not the lines with ANTLR's version and the grammar's path. */
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
