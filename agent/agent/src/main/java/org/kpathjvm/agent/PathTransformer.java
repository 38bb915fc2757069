package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.options.Profiler;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.ladder.IdAllocator;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * Instruments classes as they are loaded. Whatever goes wrong with a class, it stays as it was and
 * is listed with the reason.
 */
final class PathTransformer implements ClassFileTransformer {
  // Looked up once: under a security manager the application may not.
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
  private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

  /** A class has about ten methods, and each has a line of some 600 bytes. */
  private static final int LINES_BYTES = 1 << 13;

  private final ClassInstrumenter instrumenter = new ClassInstrumenter();
  private final InstrumentOptions options;
  final ClassFilter filter;
  private final MetadataWriter metadata;
  private final RecorderControl recorder;
  private final Consumer<MethodRecord> listed;
  private final AgentLog log;

  /** Suspending costs a little, and is needed only when our own calls into the JDK would count. */
  private final boolean suspendWhileAtWork;

  private final IdAllocator ids;

  private final LongAdder nanos = new LongAdder();

  /**
   * A transformer for one recording.
   *
   * @param listed takes each method once it is instrumented, on any of the program's threads
   */
  PathTransformer(
      AgentOptions options,
      MetadataWriter metadata,
      RecorderControl recorder,
      Consumer<MethodRecord> listed,
      AgentLog log) {
    Profiler profiler = options.profiler();
    this.options =
        new InstrumentOptions(options.get(AgentOption.CUT), options.get(AgentOption.MAX_PATHS))
            .withProbes(profiler.probes(), RuntimeClasses.internalName(profiler.probesClass()))
            .withCodeLimit(options.get(AgentOption.CODE_LIMIT))
            .of(options.get(AgentOption.SCOPE))
            .withPacking(options.get(AgentOption.PACKING));
    this.filter =
        new ClassFilter(options.get(AgentOption.INCLUDE), options.get(AgentOption.EXCLUDE));
    this.metadata = metadata;
    this.recorder = recorder;
    this.listed = listed;
    ids = new IdRanges(recorder.tableIds, recorder::provideIds);
    this.log = log;
    this.suspendWhileAtWork = filter.mayIncludeJdk();
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String internalName,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] bytes) {
    if (internalName == null) {
      return null;
    }
    if (suspendWhileAtWork) {
      recorder.suspendThread();
    }
    long started = System.nanoTime();
    try {
      return transform(module, loader, internalName, bytes);
    } catch (Throwable failure) {
      log.failure("class " + internalName + " is left as it was", failure);
      leaveOut(internalName, loader, "the agent failed on it: " + failure);
      return null;
    } finally {
      nanos.add(System.nanoTime() - started);
      if (suspendWhileAtWork) {
        recorder.resumeThread();
      }
    }
  }

  /** Time that the program's threads have spent in here, all together. */
  long nanos() {
    return nanos.sum();
  }

  private byte[] transform(Module module, ClassLoader loader, String internalName, byte[] bytes)
      throws IOException {
    switch (filter.judge(internalName.replace('/', '.'), isOfJdk(module, loader))) {
      case FOREIGN:
        return null;
      case FILTERED:
        leaveOut(internalName, loader, "excluded by a filter");
        return null;
      default:
        break;
    }
    InstrumentedClass result = instrumenter.instrument(bytes, loaderName(loader), options, ids);
    Utf8Text lines = new Utf8Text(LINES_BYTES);
    for (MethodRecord method : result.methods()) {
      method.appendJson(lines);
      listed.accept(method);
      lines.ascii('\n');
    }
    for (SkippedMethod method : result.skipped()) {
      method.appendJson(lines);
      lines.ascii('\n');
    }
    if (!lines.isEmpty()) {
      try {
        metadata.append(lines);
      } catch (IOException noSpace) {
        log.failure(
            "class " + internalName + " is left as it was, its metadata can't be written", noSpace);
        return null;
      }
    }
    return result.bytes();
  }

  /** Lists a class that is left as it is. */
  void leaveOut(Class<?> type, String reason) {
    leaveOut(type.getName().replace('.', '/'), type.getClassLoader(), reason);
  }

  private void leaveOut(String internalName, ClassLoader loader, String reason) {
    try {
      Utf8Text line = new Utf8Text(LINES_BYTES);
      new SkippedMethod(internalName, loaderName(loader), reason).appendJson(line);
      line.ascii('\n');
      metadata.append(line);
    } catch (IOException noSpace) {
      log.failure("can't list " + internalName + " as left out", noSpace);
    }
  }

  /** Modules of the JDK may be defined to any of the built-in loaders (javac's is the system's). */
  static boolean isOfJdk(Module module, ClassLoader loader) {
    if (loader == null || loader == PLATFORM) {
      return true;
    }
    String name = module == null ? null : module.getName();
    return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
  }

  /** Calls nothing that a class loader could override. */
  static String loaderName(ClassLoader loader) {
    if (loader == null) {
      return "boot";
    }
    if (loader == SYSTEM) {
      return "app";
    }
    if (loader == PLATFORM) {
      return "platform";
    }
    return loader.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(loader));
  }
}
