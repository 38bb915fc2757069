package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.kpathjvm.agent.attach.ChangedClasses;
import org.kpathjvm.agent.cache.InstrumentedClasses;
import org.kpathjvm.agent.calls.SeenClasses;
import org.kpathjvm.agent.hot.HotClasses;
import org.kpathjvm.agent.ids.ClassIds;
import org.kpathjvm.agent.ids.IdRanges;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.options.Profiler;
import org.kpathjvm.agent.windows.WindowedClasses;
import org.kpathjvm.core.instrument.guide.Guide;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.options.InliningLimits;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.MethodScope;
import org.kpathjvm.core.instrument.relocation.HeldMethod;
import org.kpathjvm.core.instrument.relocation.IdsInCode;
import org.kpathjvm.core.instrument.relocation.UsableClass;
import org.kpathjvm.runtime.json.Utf8Text;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Instruments classes when they are loaded or retransformed. If the agent fails on a class, the
 * class stays as it was, and the metadata lists it with the reason.
 */
final class PathTransformer implements ClassFileTransformer {
  // The loaders are looked up once, here. Under a security manager, a thread of the application
  // that loads a class might not be allowed to look them up.
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
  private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

  private static final int LINE_BYTES = 256;

  private final InstrumentedClasses classes;

  /** Used instead of {@link #classes} when the option {@code scope} is {@code hot}; else null. */
  final HotClasses hot;

  /** Used instead of {@link #classes} when the profiler counts in path windows; else null. */
  final WindowedClasses windowed;

  /**
   * Notes which classes get probes, if the agent is to detach from the JVM later; else null. This
   * field is set before the first class is transformed.
   */
  ChangedClasses changed;

  /**
   * The object to which each loaded class is passed; may be null. This field is set before the
   * first class is transformed.
   */
  SeenClasses seen;

  final ClassFilter filter;
  private final MetadataWriter metadata;
  private final RecorderControl recorder;
  private final Consumer<HeldMethod> held;
  private final AgentLog log;

  /**
   * After this many calls of a method handle, the JDK has made code for this handle alone, because
   * the JDK counts the calls in a byte (java.lang.invoke.MethodHandle.CUSTOMIZE_THRESHOLD).
   */
  private static final int CALLS_OF_A_HANDLE = 129;

  /**
   * Whether the recording of a thread is suspended while the thread runs the transformer, so that
   * the agent's own calls of JDK methods aren't counted. Suspending takes a little time, so it is
   * done only if JDK classes may be recorded.
   */
  private final boolean suspendWhileAtWork;

  /**
   * Maps a class to the object that hands out the class's ids. For a class that is still being
   * loaded, null is passed.
   */
  private final Function<Class<?>, ClassIds> ids;

  private final int codeLimit;

  /** How classes are instrumented, if classes of the JDK may be among them; else null. */
  private final InstrumentOptions ofJdk;

  private final LongAdder nanos = new LongAdder();

  /** Creates a transformer that gives each class new ids. */
  PathTransformer(
      AgentOptions options,
      InstrumentedClasses classes,
      MetadataWriter metadata,
      RecorderControl recorder,
      Consumer<HeldMethod> held,
      AgentLog log)
      throws IOException {
    this(options, classes, metadata, recorder, held, log, inOrder(options, recorder));
  }

  /**
   * Creates a transformer for one recording.
   *
   * @param classes where instrumented classes come from; unused with the scope {@code hot}, and if
   *     the profiler counts in path windows
   * @param held called with each method whose activations hold paths back. The call may come from
   *     any thread of the program
   * @throws IOException if the guide can't be read
   */
  PathTransformer(
      AgentOptions options,
      InstrumentedClasses classes,
      MetadataWriter metadata,
      RecorderControl recorder,
      Consumer<HeldMethod> held,
      AgentLog log,
      Function<Class<?>, ClassIds> ids)
      throws IOException {
    this.classes = classes;
    hot =
        options.get(AgentOption.SCOPE) == MethodScope.HOT
            ? new HotClasses(instrumentOptions(options))
            : null;
    windowed =
        options.profiler().hasWindows() ? new WindowedClasses(instrumentOptions(options)) : null;
    this.filter =
        new ClassFilter(options.get(AgentOption.INCLUDE), options.get(AgentOption.EXCLUDE));
    this.metadata = metadata;
    this.recorder = recorder;
    this.held = held;
    this.ids = ids;
    codeLimit = options.get(AgentOption.CODE_LIMIT);
    this.log = log;
    this.suspendWhileAtWork = filter.mayIncludeJdk();
    ofJdk = filter.mayInclude("java.") ? instrumentOptions(options) : null;
    prepare();
  }

  /**
   * Runs the transformer once on a class that is loaded already and is never instrumented. This
   * makes the JVM load and link every class that the transformer needs in order to leave a class
   * alone. Otherwise the first class to be transformed might be one that the transformer needs,
   * such as a class with which the JDK implements VarHandle. The transformer would then need a
   * class that is still being loaded, and linking would fail with an error. From then on, the JVM
   * would repeat this error whenever it runs the same instruction, even an instruction in the JDK's
   * own code. {@link NeededClasses} loads the classes that are needed to instrument a class.
   *
   * <p>The transformer calls method handles of the recorder. When a method handle has been called
   * 127 times, the JDK needs a further class, which makes code for this handle alone.
   */
  private void prepare() {
    transform(Object.class.getModule(), null, "java/lang/Object", Object.class, null, null);
    try {
      MethodHandle some =
          MethodHandles.lookup()
              .findStatic(PathTransformer.class, "nothing", MethodType.methodType(void.class));
      for (int i = 0; i < CALLS_OF_A_HANDLE; i++) {
        some.invokeExact();
      }
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void nothing() {}

  /**
   * Makes the JVM call the transformer for each class from now on.
   *
   * @throws IOException if the agent's jar can't be read
   */
  void register(Instrumentation instrumentation) throws IOException {
    if (ofJdk != null) {
      NeededClasses.load(ofJdk, instrumentation);
    }
    instrumentation.addTransformer(this, true);
  }

  private static Function<Class<?>, ClassIds> inOrder(
      AgentOptions options, RecorderControl recorder) {
    // If the profiler is stream, ids are reserved for whole words even if whole words aren't
    // counted, so that a class gets the same ids in both cases.
    int reserved = options.profiler().isInline() ? 0 : SegmentLayout.WHOLE_WORDS;
    IdRanges all = IdRanges.after(reserved, recorder.tableIds, recorder);
    return type -> all;
  }

  /**
   * Converts the agent's options to the options for instrumenting classes.
   *
   * @throws IOException if the guide can't be read
   * @throws IllegalArgumentException if the option {@code guide} names a file that isn't a guide
   */
  static InstrumentOptions instrumentOptions(AgentOptions options) throws IOException {
    Profiler profiler = options.profiler();
    Path guide = options.get(AgentOption.GUIDE);
    return new InstrumentOptions(options.get(AgentOption.CUT), options.get(AgentOption.MAX_PATHS))
        .withScheme(profiler.scheme(options), RuntimeClasses.internalName(profiler.probesClass()))
        .withCodeLimit(options.get(AgentOption.CODE_LIMIT))
        .withInliningLimits(
            new InliningLimits(
                options.get(AgentOption.MAX_INLINE_SIZE),
                options.get(AgentOption.FREQ_INLINE_SIZE)))
        .of(options.get(AgentOption.SCOPE))
        .guidedBy(guide == null ? null : Guide.of(Files.readAllBytes(guide)));
  }

  /** Returns the object that supplies instrumented classes; null with the scope {@code hot}. */
  static InstrumentedClasses classes(AgentOptions options, AgentLog log) throws IOException {
    if (options.get(AgentOption.SCOPE) == MethodScope.HOT) {
      // A cache wouldn't help: with the scope hot, few classes are instrumented, and the
      // instrumented methods of a class differ from run to run.
      return null;
    }
    return InstrumentedClasses.cached(
        instrumentOptions(options),
        RuntimeClasses.agentJar(),
        options.get(AgentOption.CLASS_CACHE),
        log);
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
    try {
      return recordedOrTold(module, loader, internalName, redefined, bytes);
    } catch (Throwable noStack) {
      // The JVM would drop the failure without a word. Only a field is set, because the stack may
      // have no room for a call.
      metadata.owes = true;
      return null;
    }
  }

  /**
   * Returns a class with probes, or null if the class stays as it was. A class that should be
   * listed as left out, but can't be listed, is counted instead. If this method throws, the class
   * may be neither listed nor counted.
   */
  private byte[] recordedOrTold(
      Module module, ClassLoader loader, String internalName, Class<?> redefined, byte[] bytes) {
    metadata.settle();
    // A loader that is loading a class of the agent holds a lock. If this method then needed a
    // second class of the agent, another thread might be loading the second class and need the
    // first. Both threads would wait forever. So this method returns early for the agent's own
    // classes, before it can need a further class.
    if (ClassFilter.isOurs(internalName)) {
      return null;
    }
    if (changed != null && !changed.begin()) {
      return null;
    }
    boolean isSuspended = suspendWhileAtWork && recorder.suspendThread();
    long started = System.nanoTime();
    try {
      return transform(module, loader, internalName, redefined, bytes);
    } catch (Throwable failure) {
      leaveOut(internalName, loader, failure);
      return null;
    } finally {
      try {
        nanos.add(System.nanoTime() - started);
        if (isSuspended) {
          recorder.resumeThread();
        }
      } finally {
        if (changed != null) {
          changed.end();
        }
      }
    }
  }

  /**
   * Lists a class on which the agent has failed. If listing fails, too, because the heap or the
   * stack is full, the class is only counted. Either way the profile shows that it is incomplete.
   */
  private void leaveOut(String internalName, ClassLoader loader, Throwable failure) {
    try {
      log.failure("class " + internalName + " is left as it was", failure);
      leaveOut(internalName, loader, "the agent failed on it: " + failure);
    } catch (Throwable noRoom) {
      metadata.countUnlisted();
    }
  }

  /**
   * Returns the nanoseconds that all of the program's threads together have spent in this
   * transformer.
   */
  long nanos() {
    return nanos.sum();
  }

  private byte[] transform(
      Module module, ClassLoader loader, String internalName, Class<?> redefined, byte[] bytes)
      throws IOException {
    if (seen != null) {
      seen.add(loader, bytes);
    }
    switch (filter.judge(internalName.replace('/', '.'), isOfJdk(module, loader))) {
      case FOREIGN:
        return null;
      case FILTERED:
        leaveOut(internalName, loader, "excluded by a filter");
        return null;
      default:
        break;
    }
    ClassIds own = ids.apply(redefined);
    UsableClass result = instrumented(loader, internalName, redefined, bytes, own);
    if (result == null) {
      return null;
    }
    byte[] probed = result.bytes();
    if (probed != null && own.hasPassing()) {
      probed = IdsInCode.of(probed, bytes, own::isPassing, codeLimit);
    }
    if (changed != null && probed != null) {
      changed.add(internalName, redefined == null);
    }
    for (HeldMethod method : result.held()) {
      held.accept(method);
    }
    // The metadata is written last, because every method that it lists as recorded must be
    // recorded.
    if (!result.lines().isEmpty()) {
      try {
        metadata.append(result.lines());
      } catch (IOException noSpace) {
        log.failure(
            "class " + internalName + " is left as it was, because its metadata can't be written",
            noSpace);
        return null;
      }
    }
    return probed;
  }

  /**
   * Returns the instrumented class with its metadata; null if the class stays as it was and there
   * is no metadata about it to write.
   */
  private UsableClass instrumented(
      ClassLoader loader, String internalName, Class<?> redefined, byte[] bytes, ClassIds own) {
    if (hot != null) {
      return hot.get(redefined, bytes, loaderName(loader), own);
    }
    return windowed == null
        ? classes.get(bytes, loaderName(loader), own)
        : windowed.get(redefined != null, loader, internalName, bytes, loaderName(loader), own);
  }

  /** Returns whether the filters ask for a loaded class. */
  boolean isAskedFor(Class<?> type) {
    boolean ofJdk = isOfJdk(type.getModule(), type.getClassLoader());
    return filter.judge(type.getName(), ofJdk) == ClassFilter.Verdict.INSTRUMENT;
  }

  void leaveOut(Class<?> type, String reason) {
    leaveOut(type.getName().replace('.', '/'), type.getClassLoader(), reason);
  }

  private void leaveOut(String internalName, ClassLoader loader, String reason) {
    try {
      MarkedLines line = new MarkedLines(new Utf8Text(LINE_BYTES));
      new SkippedMethod(internalName, loaderName(loader), reason).appendJson(line);
      line.text.ascii('\n');
      metadata.append(line.text);
    } catch (IOException noSpace) {
      log.failure("can't list " + internalName + " as left out", noSpace);
    }
  }

  /**
   * Returns whether a class belongs to the JDK. Each of the three built-in loaders defines some
   * modules of the JDK: the system class loader, for instance, defines javac's module.
   */
  static boolean isOfJdk(Module module, ClassLoader loader) {
    if (loader == null || loader == PLATFORM) {
      return true;
    }
    String name = module == null ? null : module.getName();
    return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
  }

  /** Returns a name for a loader. Calls no method that a class loader could override. */
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
