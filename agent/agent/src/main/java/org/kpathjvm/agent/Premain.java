package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import org.kpathjvm.agent.attach.ProbeSwitch;
import org.kpathjvm.agent.hot.CompilationLog;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOption.Threads;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.process.OwnProcess;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * The entry points of the agent: one for {@code -javaagent:kpath.jar=OPTIONS}, and one for an agent
 * that is loaded into a running JVM. If the agent fails to start, its log gives the reason, and the
 * program runs as it would without the agent.
 */
public final class Premain {
  /**
   * If this word is given in place of options, nothing is recorded. An agent that is attached later
   * then slows the program down less.
   */
  private static final String DORMANT = "dormant";

  /**
   * The options of the last agent that was given at the JVM's start and not refused; null if there
   * is none. As soon as an agent has defined the runtime's classes, later agents are refused.
   */
  private static String firstOptions;

  /** The segment of the recording that began at the JVM's start; null if there is none. */
  private static SegmentFile recorded;

  /** Whether an inline profiler began to count at the JVM's start. It counts until the JVM ends. */
  private static boolean isCounted;

  private Premain() {}

  public static synchronized void premain(String arguments, Instrumentation instrumentation) {
    if (DORMANT.equals(arguments)) {
      // It is enough that the agent is loaded. If a JVM starts with an agent that may retransform
      // classes, the JVM notes which classes each piece of compiled code depends on. Without these
      // notes, the JVM would throw away all compiled code when the first class is retransformed.
      return;
    }
    AgentLog log = null;
    try {
      log = new AgentLog(fallbackLog(arguments));
      AgentOptions options = AgentOptions.parse(arguments);
      Path segment = options.get(AgentOption.SEGMENT);
      if (segment != null) {
        log = new AgentLog(options.in(segment.toAbsolutePath().getParent(), AgentOption.LOG));
      }
      if (RuntimeClasses.areInProgram()) {
        refuse(String.valueOf(arguments), log);
        return;
      }
      firstOptions = String.valueOf(arguments);
      options = InliningFlags.resolved(options, instrumentation);
      if (options.profiler().isInline()) {
        Path directory = RecordingFiles.makeOutput(options);
        log = new AgentLog(options.in(directory, AgentOption.LOG));
        InlineRecording.start(options, directory, instrumentation, log);
        isCounted = true;
      } else {
        RecordingFiles files = RecordingFiles.of(options);
        log = new AgentLog(options.in(files.directory, AgentOption.LOG));
        start(options, files, instrumentation, log);
      }
    } catch (IllegalArgumentException badOption) {
      say(log, arguments, "not recording: " + badOption.getMessage());
    } catch (FileAlreadyExistsException taken) {
      String remedy = " exists; name another directory with output=";
      say(log, arguments, "not recording: " + taken.getMessage() + remedy);
    } catch (IOException noFiles) {
      say(log, arguments, "not recording: " + noFiles);
    } catch (Throwable failure) {
      fail(log, arguments, failure);
    }
  }

  /**
   * Called when the agent is loaded into a running JVM. The options must name a segment. The agent
   * records to this segment until the segment's consumer dies or asks the agent to detach. The
   * consumer can read in the segment's header whether the agent is recording.
   */
  public static synchronized void agentmain(String arguments, Instrumentation instrumentation) {
    AgentLog log = null;
    try {
      AgentOptions options = AgentOptions.parse(arguments);
      Path segment = options.get(AgentOption.SEGMENT);
      if (segment == null) {
        throw new IllegalArgumentException("an agent for a running JVM needs segment=");
      }
      log = new AgentLog(options.in(segment.toAbsolutePath().getParent(), AgentOption.LOG));
      String whyNot = isRecording() ? Attachment.RECORDED : Attachment.whyNot();
      if (whyNot != null) {
        log.line(whyNot);
        return;
      }
      Attachment.start(InliningFlags.resolved(options, instrumentation), instrumentation, log);
    } catch (IllegalArgumentException badOption) {
      say(log, arguments, "not recording: " + badOption.getMessage());
    } catch (IOException noFiles) {
      say(log, arguments, "not recording: " + noFiles);
    } catch (Throwable failure) {
      fail(log, arguments, failure);
    }
  }

  /**
   * Writes a line to the log. If the options name a segment, a launcher reads the log. Without a
   * segment, perhaps nobody reads the log, so the line goes to stderr, too.
   */
  private static void say(AgentLog log, String arguments, String line) {
    if (log != null) {
      log.line(line);
    }
    if (arguments == null || !("," + arguments).contains(",segment=")) {
      System.err.println("kpath: " + line);
    }
  }

  /**
   * Reports why the agent failed to start. If a security manager is the reason, it may also keep
   * the agent from writing its log, so the message may go to stderr, too.
   */
  private static void fail(AgentLog log, String arguments, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SecurityException) {
        say(
            log,
            arguments,
            "not recording: a security manager keeps the agent from its files ("
                + cause.getMessage()
                + "); grant kpath.jar java.security.AllPermission in its policy");
        return;
      }
    }
    if (log != null) {
      log.failure("not recording", failure);
    }
  }

  /** Returns whether a recording that began at the JVM's start is still under way. */
  private static boolean isRecording() {
    return isCounted
        || recorded != null && recorded.targetState() == SegmentLayout.TARGET_RECORDING;
  }

  /**
   * Refuses a second agent. If both agents have the same options, nothing is reported: the JVM was
   * given one agent twice, for instance by an inherited environment variable.
   */
  private static void refuse(String options, AgentLog log) {
    if (options.equals(firstOptions)) {
      return;
    }
    if (isRecording()) {
      log.line(
          "this JVM is recorded already, by a kpath.jar given before this one"
              + " (JAVA_TOOL_OPTIONS comes first); leave one of them out");
    } else {
      log.line(
          "not recording: a kpath.jar given before this one (JAVA_TOOL_OPTIONS comes first) has"
              + " failed to record this JVM; leave one of them out");
    }
  }

  /** Returns the log file for messages while the recording's directory isn't known yet. */
  private static Path fallbackLog(String arguments) {
    if (arguments != null) {
      for (String part : arguments.split(",")) {
        if (part.startsWith("log=")) {
          return AgentOptions.parse(part).get(AgentOption.LOG);
        }
      }
    }
    return Path.of("kpath-" + OwnProcess.pid() + ".log");
  }

  private static void start(
      AgentOptions options, RecordingFiles files, Instrumentation instrumentation, AgentLog log)
      throws IOException, ReflectiveOperationException {
    SegmentFile segment = files.segment;
    if (segment.targetState() != SegmentLayout.TARGET_NONE) {
      // This process is a child that inherited its parent's options. The segment belongs to the
      // parent.
      return;
    }
    // The launcher may have made the segment. So the segment's size, and whether it has separate
    // counts for each thread, may differ from the options.
    RecordingDescription.write(
        files.directory,
        options
            .with(AgentOption.SEGMENT_SIZE, (long) segment.bytes.capacity())
            .with(
                AgentOption.THREADS,
                segment.geometry.threadRows > 0 ? Threads.APART : Threads.MERGED));
    MetadataWriter metadata =
        new MetadataWriter(
            options.in(files.directory, AgentOption.METHODS), segment::countUnlisted);
    ExitFlush exitFlush = new ExitFlush(log);
    RuntimeClasses runtime =
        RecorderInstaller.install(instrumentation, segment, options, exitFlush);
    RecorderControl recorder = RecorderInstaller.control(runtime, segment);
    PathTransformer transformer =
        new PathTransformer(
            options, PathTransformer.classes(options, log), metadata, recorder, exitFlush, log);
    if (!segment.keep()) {
      // This must come before the first class is transformed: if the thread that watches the
      // consumer can't be started, nothing is recorded.
      ProbeSwitch probes = new ProbeSwitch(instrumentation, runtime.probes());
      Cuts cuts = new Cuts(segment, probes, runtime.variants(), recorder::suspendThread, log);
      ConsumerWatch.start(segment, recorder, cuts, metadata, log);
    }
    segment.targetState(SegmentLayout.TARGET_RECORDING);
    segment.targetPid(OwnProcess.pid());
    recorded = segment;
    try {
      transformer.register(instrumentation);
      ShutdownMark.register(segment, metadata, log);
      if (transformer.hot != null) {
        CompilationLog compilations =
            CompilationLog.listen(
                instrumentation, files.directory, EarlierClasses.mayBeAny(transformer.filter), log);
        new HotRecording(
                transformer,
                recorder,
                () -> segment.targetState() == SegmentLayout.TARGET_RECORDING,
                log)
            .findMethods(instrumentation, metadata, compilations);
      } else {
        new EarlierClasses(instrumentation, transformer, log)
            .transform(options.get(AgentOption.RETRANSFORM));
      }
    } catch (IOException | RuntimeException | Error failure) {
      // The recording ends, because there may be classes that have no probes and that aren't listed
      // as left out.
      recorder.endRecording();
      instrumentation.removeTransformer(transformer);
      log.endedEarly("the agent failed to begin", failure);
    }
  }
}
