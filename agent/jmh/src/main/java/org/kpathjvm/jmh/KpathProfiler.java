package org.kpathjvm.jmh;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.TextResult;

/**
 * Runs each fork of a benchmark as {@code kpath-jvm run ... -- java ...}, which makes a profile.
 * After each fork, the profile's report is added to JMH's results. JMH's own classes and the
 * classes that JMH generates aren't profiled. The scores are those of a profiled program, so don't
 * compare them with scores without a profiler.
 */
public class KpathProfiler implements ExternalProfiler {
  private static final List<String> HARNESS =
      List.of(
          "org.openjdk.jmh.*", "*.jmh_generated.*", "joptsimple.*", "org.kpathjvm.jmh.*", "kpath");
  private static final String REMEDY =
      "; install kpath-jvm and put it on the PATH, or name its file: -prof kpath:command=FILE";

  private final ProfilerOptions options;
  private Path profile;

  /** Creates a profiler that only appears in JMH's list of profilers. */
  public KpathProfiler() {
    options = new ProfilerOptions();
  }

  /**
   * Creates a profiler that profiles forks.
   *
   * @param line the text after {@code -prof NAME:}
   * @throws ProfilerException if an option is wrong, if kpath-jvm can't be run, or if the profiles'
   *     directory can't be made
   */
  public KpathProfiler(String line) throws ProfilerException {
    options = ProfilerOptions.parse(line);
    try {
      Command asked = Command.run(List.of(options.command, "--version"));
      if (asked.status != 0) {
        throw new ProfilerException(
            options.command + " --version ended with status " + asked.status + REMEDY);
      }
    } catch (IOException error) {
      throw new ProfilerException("-prof kpath: " + error.getMessage() + REMEDY);
    }
    try {
      Files.createDirectories(options.directory.toAbsolutePath());
    } catch (IOException error) {
      throw new ProfilerException(
          "-prof kpath: the profiles' directory can't be made ("
              + error
              + "); name another: -prof kpath:dir=DIRECTORY");
    }
  }

  @Override
  public String getDescription() {
    return "kpath-jvm: exact profiles of sequences of loop iterations";
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    profile = free(options.directory, params.id());
    List<String> command = new ArrayList<>(List.of(options.command, "run", "-q"));
    command.addAll(List.of("-k", Integer.toString(options.length)));
    command.addAll(List.of("-o", profile.toString()));
    for (String pattern : HARNESS) {
      command.addAll(List.of("--exclude", pattern));
    }
    command.addAll(options.run);
    command.add("--");
    return command;
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    return List.of();
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    // Nothing has to be done, because kpath-jvm starts together with the fork.
  }

  @Override
  public Collection<TextResult> afterTrial(
      BenchmarkResult result, long pid, File stdOut, File stdErr) {
    StringBuilder text = new StringBuilder("profile " + profile + ", with ");
    BenchmarkResultMetaData known = result.getMetadata();
    if (known == null) {
      text.append("an unknown number of operations\n");
    } else {
      text.append(known.getWarmupOps()).append(" warm-up operations and ");
      text.append(known.getMeasurementOps()).append(" measured ones\n");
    }
    if (options.top > 0) {
      text.append(report());
    }
    return List.of(new TextResult(text.toString(), "kpath"));
  }

  /** Returns the profile's report, or the reason why there is none. */
  private String report() {
    String rows = Integer.toString(options.top);
    List<String> words = List.of(options.command, "report", profile.toString(), "--top", rows);
    try {
      Command asked = Command.run(words);
      return asked.status == 0
          ? asked.output
          : "no report: "
              + options.command
              + " report ended with status "
              + asked.status
              + ": "
              + asked.output;
    } catch (IOException error) {
      return "no report: " + error.getMessage() + "\n";
    }
  }

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }

  /**
   * Returns the first unused path among ID-1.kpath, ID-2.kpath ..., so that each fork has its own
   * profile.
   */
  static Path free(Path directory, String id) {
    String name = id.replaceAll("[^\\w.+-]", "_");
    for (int number = 1; ; number++) {
      Path path = directory.resolve(name + "-" + number + ".kpath");
      if (!Files.exists(path)) {
        return path;
      }
    }
  }
}
