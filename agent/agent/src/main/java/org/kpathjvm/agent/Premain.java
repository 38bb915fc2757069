package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.instrument.InstrumentOptions;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * The agent's entry: {@code -javaagent:kpath.jar=OPTIONS}. Whatever goes wrong here is said in the
 * agent's log, and the program runs as it would without the agent.
 */
public final class Premain {
  private Premain() {}

  public static void premain(String arguments, Instrumentation instrumentation) {
    AgentLog log = new AgentLog(fallbackLog(arguments));
    try {
      AgentOptions options = AgentOptions.parse(arguments);
      Path directory = directory(options);
      log = new AgentLog(options.log(directory));
      start(options, directory, instrumentation, log);
    } catch (IllegalArgumentException badOption) {
      log.line("not recording: " + badOption.getMessage());
    } catch (Throwable failure) {
      log.failure("not recording", failure);
    }
  }

  /** Where a message goes when the options can't be read. */
  private static Path fallbackLog(String arguments) {
    if (arguments != null) {
      for (String part : arguments.split(",")) {
        if (part.startsWith("log=")) {
          return AgentOptions.parse(part).log(Path.of(""));
        }
      }
    }
    return Path.of("kpath-" + ProcessHandle.current().pid() + ".log");
  }

  private static Path directory(AgentOptions options) throws IOException {
    if (options.segment() != null) {
      return options.segment().toAbsolutePath().getParent();
    }
    Path directory = options.output(ProcessHandle.current().pid()).toAbsolutePath();
    return Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static void start(
      AgentOptions options, Path directory, Instrumentation instrumentation, AgentLog log)
      throws IOException, ReflectiveOperationException {
    boolean own = options.segment() == null;
    SegmentFile segment =
        own
            ? SegmentFile.create(directory.resolve("segment"), options.segmentBytes())
            : SegmentFile.open(options.segment());
    if (segment.targetState() != SegmentLayout.TARGET_NONE) {
      // A child process that inherited our options: the segment is its parent's.
      return;
    }
    if (own) {
      RecordingDescription.write(directory, options);
    }
    MetadataWriter metadata = new MetadataWriter(options.methods(directory));
    RecorderControl recorder = RecorderInstaller.install(instrumentation, segment);
    ClassFilter filter = new ClassFilter(options.include(), options.exclude());
    PathTransformer transformer =
        new PathTransformer(
            new InstrumentOptions(
                options.cut(), options.maxPaths(), RecorderInstaller.probesName()),
            filter,
            metadata,
            recorder,
            log);
    instrumentation.addTransformer(transformer, true);
    segment.targetState(SegmentLayout.TARGET_RECORDING);
    segment.targetPid(ProcessHandle.current().pid());
    ShutdownMark.register(segment, log);
    if (!segment.keep()) {
      ConsumerWatch.start(segment, recorder, log);
    }
    retransformEarlier(instrumentation, filter, log);
  }

  /**
   * Classes of the application that other agents have already loaded, and JDK classes asked for.
   */
  private static void retransformEarlier(
      Instrumentation instrumentation, ClassFilter filter, AgentLog log) {
    List<Class<?>> earlier = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isArray()
          && instrumentation.isModifiableClass(type)
          && filter.judge(
                  type.getName(), PathTransformer.isOfJdk(type.getModule(), type.getClassLoader()))
              == ClassFilter.Verdict.INSTRUMENT) {
        earlier.add(type);
      }
    }
    for (Class<?> type : earlier) {
      try {
        instrumentation.retransformClasses(type);
      } catch (UnmodifiableClassException | LinkageError refused) {
        log.line(
            "class " + type.getName() + ", loaded before the agent, is left as it was: " + refused);
      }
    }
  }
}
