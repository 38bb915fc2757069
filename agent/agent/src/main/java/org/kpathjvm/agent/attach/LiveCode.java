package org.kpathjvm.agent.attach;

import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.kpathjvm.agent.hot.StackSampler;

/**
 * The classes that have live activations, as far as stacks show that. All classes are said to have
 * live activations if there may be stacks that nobody can see. Classes of the JDK are always said
 * to have some, because stack traces may leave out their frames.
 */
public final class LiveCode implements Predicate<Class<?>> {
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /** A class that is loaded for the first virtual thread. */
  private static final String VIRTUAL = "java.lang.VirtualThread$VThreadContinuation";

  /**
   * A class that is loaded for the first thread of a builder. Virtual threads without continuations
   * come from a builder.
   */
  private static final String BUILDERS = "java.lang.ThreadBuilders";

  /** A class that is loaded at the start of a JVM that has continuations. */
  private static final String CONTINUATIONS = "jdk.internal.vm.Continuation$Pinned";

  private final boolean all;
  private final Set<String> names;

  private LiveCode(boolean all, Set<String> names) {
    this.all = all;
    this.names = names;
  }

  /** Looks at what is live now. */
  public static LiveCode look(Instrumentation instrumentation) throws ReflectiveOperationException {
    // This comes before the look at the stacks, because threads that begin later run the code that
    // classes have now.
    boolean all = hasVirtualThreads(instrumentation);
    return new LiveCode(all, all ? Set.of() : new StackSampler().lookAtAll().classNames());
  }

  /**
   * Returns whether there may be virtual threads. A virtual thread is on no thread's stack while it
   * waits, and on no visible stack while it runs.
   */
  private static boolean hasVirtualThreads(Instrumentation instrumentation) {
    Set<String> loaded = new HashSet<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() == null) {
        loaded.add(type.getName());
      }
    }
    return loaded.contains(VIRTUAL) || loaded.contains(BUILDERS) && !loaded.contains(CONTINUATIONS);
  }

  /**
   * Returns whether a class may have live activations. For classes of the JDK that is always true,
   * because stack traces may hide their methods.
   */
  @Override
  public boolean test(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return all || loader == null || loader == PLATFORM || names.contains(type.getName());
  }
}
