package org.kpathjvm.workloads.dacapo.eclipse;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jdt.core.compiler.CategorizedProblem;
import org.eclipse.jdt.internal.compiler.ClassFile;
import org.eclipse.jdt.internal.compiler.CompilationResult;
import org.eclipse.jdt.internal.compiler.batch.CompilationUnit;
import org.eclipse.jdt.internal.compiler.batch.Main;
import org.kpathjvm.workloads.StandInFailure;
import org.kpathjvm.workloads.dacapo.SourceTree;

/**
 * The Eclipse batch compiler with sources and classes in memory. Each instance compiles once.
 *
 * <p>What the compiler prints is dropped. Errors and task tags are taken from its results.
 */
final class MemoryCompiler extends Main {
  private final SourceTree sources;
  private final SortedMap<String, byte[]> classes = new TreeMap<>();
  private int tags;
  private String firstError;

  MemoryCompiler(SourceTree sources) {
    this(sources, new PrintWriter(Writer.nullWriter()));
  }

  private MemoryCompiler(SourceTree sources, PrintWriter dropped) {
    super(dropped, dropped, false, null, null);
    this.sources = sources;
  }

  /**
   * Compiles all sources.
   *
   * @param release the value of {@code --release}
   * @throws StandInFailure if a source has an error or the compiler fails
   */
  void run(int release) throws StandInFailure {
    boolean succeeded = compile(arguments(release).toArray(String[]::new));
    if (firstError != null) {
      throw StandInFailure.wrongResult("sources do not compile: " + firstError);
    }
    if (!succeeded) {
      throw StandInFailure.wrongResult("the compiler failed, but reported no error");
    }
  }

  /** Returns the class files' bytes by internal class name. */
  SortedMap<String, byte[]> classes() {
    return classes;
  }

  int tags() {
    return tags;
  }

  private List<String> arguments(int release) {
    return List.of(
        "--release",
        Integer.toString(release),
        "-encoding",
        "UTF-8",
        // Only with this option does the compiler search comments for tags, as the IDE does.
        "-warn:+tasks(TODO|FIXME|XXX)",
        "-proc:none",
        "-classpath",
        "",
        "-d",
        "none",
        // Nobody reads this file (see getCompilationUnits), but the compiler requires a file.
        sources.files().get(0).name());
  }

  @Override
  public CompilationUnit[] getCompilationUnits() {
    return sources.files().stream()
        .map(file -> new CompilationUnit(file.text(), file.name(), "UTF-8"))
        .toArray(CompilationUnit[]::new);
  }

  @Override
  public void outputClassFiles(CompilationResult result) {
    if (result == null) {
      return;
    }
    CategorizedProblem[] errors = result.getErrors();
    if (errors != null && errors.length > 0 && firstError == null) {
      firstError =
          new String(result.getFileName())
              + " line "
              + errors[0].getSourceLineNumber()
              + ": "
              + errors[0].getMessage();
    }
    if (result.hasTasks()) {
      tags += result.getTasks().length;
    }
    for (ClassFile classFile : result.getClassFiles()) {
      classes.put(new String(classFile.fileName()), classFile.getBytes());
    }
  }
}
