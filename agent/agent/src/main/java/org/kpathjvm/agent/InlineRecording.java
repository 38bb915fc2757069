package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.kpathjvm.agent.calls.SeenClasses;
import org.kpathjvm.agent.hot.CompilationLog;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.options.ProfilerOption;
import org.kpathjvm.agent.windows.WindowWatch;
import org.kpathjvm.agent.windows.WindowedClasses;

/**
 * A recording by an inline profiler. The profiler's tables are in the program's heap, and are
 * written when the JVM ends. If the JVM is killed or halted, the tables are lost.
 */
final class InlineRecording implements Runnable {
  /**
   * The number of the last step of java.lang.Shutdown, which the JDK itself doesn't use. The step
   * comes after the application's shutdown hooks, so the methods that these hooks call are counted.
   */
  private static final int LAST_STEP = 9;

  private final InlineTables tables;
  private final InlineOutput output;
  private final PathTransformer transformer;
  private final MetadataWriter metadata;
  private final AtomicLong unlisted;
  private final AgentLog log;

  /**
   * Whether the transformer is registered. If the agent failed before that, nothing is recorded, so
   * no tables are written.
   */
  private volatile boolean hasBegun;

  private InlineRecording(
      InlineTables tables,
      InlineOutput output,
      PathTransformer transformer,
      MetadataWriter metadata,
      AtomicLong unlisted,
      AgentLog log) {
    this.tables = tables;
    this.output = output;
    this.transformer = transformer;
    this.metadata = metadata;
    this.unlisted = unlisted;
    this.log = log;
  }

  static void start(
      AgentOptions options, Path directory, Instrumentation instrumentation, AgentLog log)
      throws IOException, ReflectiveOperationException {
    RecordingDescription.write(directory, options);
    AtomicLong unlisted = new AtomicLong();
    MetadataWriter metadata =
        new MetadataWriter(options.in(directory, AgentOption.METHODS), unlisted::incrementAndGet);
    InlineTables tables = InlineInstaller.install(instrumentation, options);
    PathTransformer transformer =
        new PathTransformer(
            options,
            PathTransformer.classes(options, log),
            metadata,
            tables.control(),
            method -> {},
            log);
    if (options.get(ProfilerOption.CALLS)) {
      transformer.seen = new SeenClasses(tables.declaredMethods());
    }
    InlineOutput output = new InlineOutput(directory, options.profiler(), tables);
    InlineRecording recording =
        new InlineRecording(tables, output, transformer, metadata, unlisted, log);
    atLast(recording, log);
    if (transformer.windowed != null) {
      watchWindows(options, instrumentation, tables, transformer.windowed, log);
    }
    transformer.register(instrumentation);
    recording.hasBegun = true;
    try {
      if (transformer.hot != null) {
        CompilationLog compilations =
            CompilationLog.listen(
                instrumentation, directory, EarlierClasses.mayBeAny(transformer.filter), log);
        new HotRecording(transformer, tables.control(), () -> true, log)
            .findMethods(instrumentation, metadata, compilations);
      } else {
        new EarlierClasses(instrumentation, transformer, log)
            .transform(options.get(AgentOption.RETRANSFORM));
      }
    } catch (RuntimeException | Error failure) {
      // There may be classes that have no probes and that aren't listed as left out. One class is
      // counted as unlisted, which marks the profile as incomplete.
      metadata.countUnlisted();
      log.failure("classes that were loaded before the agent may be missing", failure);
    }
  }

  private static void watchWindows(
      AgentOptions options,
      Instrumentation instrumentation,
      InlineTables tables,
      WindowedClasses classes,
      AgentLog log) {
    long threshold = options.get(ProfilerOption.THRESHOLD);
    classes.announceTo(graphs -> tables.addWindows(graphs, threshold));
    new WindowWatch(
            instrumentation,
            classes,
            tables.windows(),
            options.profiler().hasTimeOut() ? options.get(ProfilerOption.WINDOW_TIMEOUT) : 0,
            options.get(ProfilerOption.REMOVE_PROBES),
            tables.control()::suspendThread,
            log::line)
        .start();
  }

  private static void atLast(Runnable action, AgentLog log) {
    try {
      Class<?> shutdown = Class.forName("java.lang.Shutdown", false, null);
      MethodHandles.privateLookupIn(shutdown, MethodHandles.lookup())
          .findStatic(
              shutdown,
              "add",
              MethodType.methodType(void.class, int.class, boolean.class, Runnable.class))
          .invoke(LAST_STEP, false, action);
    } catch (Throwable otherJdk) {
      log.line("the program's shutdown hooks may be counted only in part: " + otherJdk);
      Runtime.getRuntime().addShutdownHook(new Thread(null, action, "kpath-shutdown", 0, false));
    }
  }

  @Override
  public void run() {
    if (!hasBegun) {
      return;
    }
    try {
      // Running methods are looked for both before and after the recording ends. A method that
      // returns in between must be listed as running, too: the paths that it held back come too
      // late for the tables.
      Set<String> running = InlineTables.running();
      boolean quiet = tables.end();
      running.addAll(InlineTables.running());
      metadata.settle();
      output.write(transformer.nanos(), unlisted.get(), quiet, running);
    } catch (Throwable failure) {
      log.failure("the profiler's counts are lost", failure);
    }
  }
}
