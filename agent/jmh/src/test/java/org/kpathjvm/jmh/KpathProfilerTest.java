package org.kpathjvm.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.Profiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.TextResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Tests what JMH gets from the profiler: the command that starts each fork, and the results, which
 * name the fork's profile.
 */
class KpathProfilerTest {
  @TempDir Path directory;

  /**
   * Makes a script to run instead of kpath-jvm. The script prints its arguments and ends with the
   * given status.
   */
  private Path command(String status) throws IOException {
    Path file = directory.resolve("kpath-jvm");
    Files.writeString(file, "#!/bin/sh\necho \"$@\"\nexit " + status + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  private KpathProfiler profiler(String options) throws IOException, ProfilerException {
    return new KpathProfiler("command=" + command("0") + ";dir=" + directory + options);
  }

  private static BenchmarkParams benchmark() {
    IterationParams none =
        new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1);
    WorkloadParams params = new WorkloadParams();
    params.put("size", "1/2", 0);
    return new BenchmarkParams(
        "demo.Bench.run",
        "generated",
        true,
        1,
        new int[] {1},
        List.of(),
        1,
        0,
        none,
        none,
        Mode.AverageTime,
        params,
        TimeUnit.SECONDS,
        1,
        "java",
        List.of(),
        "17",
        "vm",
        "17",
        "1.37",
        TimeValue.seconds(1));
  }

  @Test
  void theCommandRunsEachForkWithItsOwnProfile() throws Exception {
    KpathProfiler profiler = profiler(";k=4;run=--scope loops");
    Path first = directory.resolve("demo.Bench.run-AverageTime-size-1_2F2-1.kpath");
    List<String> expected = new ArrayList<>(List.of(directory + "/kpath-jvm", "run", "-q"));
    expected.addAll(List.of("-k", "4", "-o", first.toString()));
    expected.addAll(List.of("--exclude", "org.openjdk.jmh.*", "--exclude", "*.jmh_generated.*"));
    expected.addAll(List.of("--exclude", "joptsimple.*", "--exclude", "org.kpathjvm.jmh.*"));
    expected.addAll(List.of("--exclude", "kpath", "--scope", "loops", "--"));
    assertEquals(expected, profiler.addJVMInvokeOptions(benchmark()));
    assertEquals(List.of(), List.copyOf(profiler.addJVMOptions(benchmark())));
    Files.createDirectory(first);
    assertTrue(
        profiler
            .addJVMInvokeOptions(benchmark())
            .contains(
                directory.resolve("demo.Bench.run-AverageTime-size-1_2F2-2.kpath").toString()));
  }

  @Test
  void theResultNamesTheProfileAndContainsItsReport() throws Exception {
    KpathProfiler profiler = profiler(";top=2");
    profiler.addJVMInvokeOptions(benchmark());
    String file = directory.resolve("demo.Bench.run-AverageTime-size-1_2F2-1.kpath").toString();
    assertEquals(
        "profile "
            + file
            + ", with 30 warm-up operations and 400 measured ones\n"
            + "report "
            + file
            + " --top 2\n",
        text(profiler, new BenchmarkResultMetaData(0, 0, 0, 30, 400)));
    assertEquals(
        "profile " + file + ", with an unknown number of operations\nreport " + file + " --top 2\n",
        text(profiler, null));
  }

  @Test
  void aFailedReportLeavesAnErrorInTheResult() throws Exception {
    KpathProfiler profiler = profiler(";top=2");
    profiler.addJVMInvokeOptions(benchmark());
    String file = directory.resolve("demo.Bench.run-AverageTime-size-1_2F2-1.kpath").toString();
    String first = "profile " + file + ", with an unknown number of operations\nno report: ";
    String command = command("3").toString();
    assertEquals(
        first + command + " report ended with status 3: report " + file + " --top 2\n",
        text(profiler, null));
    Files.delete(directory.resolve("kpath-jvm"));
    String none = text(profiler, null);
    assertTrue(none.startsWith(first + "Cannot run program"), none);
  }

  private static String text(KpathProfiler profiler, BenchmarkResultMetaData known) {
    BenchmarkResult result = new BenchmarkResult(benchmark(), Collections.emptyList(), known);
    List<TextResult> results = List.copyOf(profiler.afterTrial(result, 1, null, null));
    assertEquals(1, results.size());
    assertEquals("kpath", results.get(0).getLabel());
    return results.get(0).extendedInfo();
  }

  @Test
  void aMissingOrFailingCommandIsRefused() throws IOException {
    assertMessage("is-not-there", "Cannot run program");
    assertMessage(command("3").toString(), "--version ended with status 3; install kpath-jvm");
  }

  @Test
  void theErrorNamesADirectoryThatCantBeMade() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    String line = "command=" + command("0") + ";dir=" + file.resolve("profiles");
    ProfilerException refused =
        assertThrows(ProfilerException.class, () -> new KpathProfiler(line));
    String told = refused.getMessage();
    assertTrue(told.startsWith("-prof kpath: the profiles' directory can't be made ("), told);
    assertTrue(told.contains(file.toString()), told);
    assertTrue(told.endsWith("name another: -prof kpath:dir=DIRECTORY"), told);
  }

  private static void assertMessage(String command, String part) {
    ProfilerException refused =
        assertThrows(ProfilerException.class, () -> new KpathProfiler("command=" + command));
    assertTrue(refused.getMessage().contains(part), refused.getMessage());
    assertTrue(refused.getMessage().endsWith("name its file: -prof kpath:command=FILE"));
    assertEquals(1, refused.getMessage().lines().count());
  }

  @Test
  void jmhFindsTheProfilerByName() throws Exception {
    List<String> names = new ArrayList<>();
    for (Profiler found : ServiceLoader.load(Profiler.class)) {
      names.add(found.getClass().getName());
    }
    assertTrue(names.contains("kpath"), names.toString());
    ProfilerConfig config = new ProfilerConfig("kpath", "command=" + command("0"));
    Profiler made = ProfilerFactory.getProfilerOrException(config);
    assertTrue(made instanceof KpathProfiler, made.toString());
  }
}
