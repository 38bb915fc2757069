package org.kpathjvm.agent.attach;

import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.kpathjvm.agent.hot.StackSampler;

/**
 * The classes of which activations are live, as far as stacks show that: all are said to be where
 * there may be stacks that nobody is shown, or frames that are left out of them.
 */
public final class LiveCode implements Predicate<Class<?>> {
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /** Loaded for the first virtual thread. */
  private static final String VIRTUAL = "java.lang.VirtualThread$VThreadContinuation";

  /** Loaded for the first thread of a builder, as virtual threads without continuations are. */
  private static final String BUILDERS = "java.lang.ThreadBuilders";

  /** Loaded at the start of a JVM that has continuations. */
  private static final String CONTINUATIONS = "jdk.internal.vm.Continuation$Pinned";

  private final boolean all;
  private final Set<String> names;

  private LiveCode(boolean all, Set<String> names) {
    this.all = all;
    this.names = names;
  }

  /** What is live now. */
  public static LiveCode look(Instrumentation instrumentation) throws ReflectiveOperationException {
    // Before the stacks: what a thread runs that begins later is the code that classes have now.
    boolean all = hasVirtualThreads(instrumentation);
    return new LiveCode(all, all ? Set.of() : new StackSampler().lookAtAll().classNames());
  }

  /** Those are on no thread's stack while they wait, and on none that is shown while they run. */
  private static boolean hasVirtualThreads(Instrumentation instrumentation) {
    Set<String> loaded = new HashSet<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() == null) {
        loaded.add(type.getName());
      }
    }
    return loaded.contains(VIRTUAL) || loaded.contains(BUILDERS) && !loaded.contains(CONTINUATIONS);
  }

  /** Methods of the JDK may be hidden in stack traces. */
  @Override
  public boolean test(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return all || loader == null || loader == PLATFORM || names.contains(type.getName());
  }
}
