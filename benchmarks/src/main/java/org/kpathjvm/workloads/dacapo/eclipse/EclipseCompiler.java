package org.kpathjvm.workloads.dacapo.eclipse;

import java.util.SortedMap;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;
import org.kpathjvm.workloads.dacapo.SourceTree;

/**
 * Stand-in for DaCapo's eclipse: in each iteration, the Eclipse compiler compiles all sources of
 * some libraries.
 *
 * <p>Input {@code sources}: jars with sources. Setting {@code release}: the value of {@code
 * --release}, which makes the class bytes the same on all JDKs.
 */
public final class EclipseCompiler implements Benchmark {
  private SourceTree sources;
  private int release;
  private MemoryCompiler compiler;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    sources = SourceTree.read(inputs.files("sources"));
    release = inputs.number("release");
  }

  @Override
  public void beforeIteration() {
    compiler = new MemoryCompiler(sources);
  }

  @Override
  public void iterate() throws StandInFailure {
    compiler.run(release);
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    SortedMap<String, byte[]> classes = compiler.classes();
    if (compiler.tags() == 0) {
      throw StandInFailure.wrongResult(
          "no task tag was found, so Scanner.checkTaskTag did not do its work");
    }
    result.count("classes", classes.size()).count("task tags", compiler.tags());
    classes.forEach((name, bytes) -> result.add(name).add(bytes));
  }
}
