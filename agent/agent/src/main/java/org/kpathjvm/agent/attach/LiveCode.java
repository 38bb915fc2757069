package org.kpathjvm.agent.attach;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.kpathjvm.agent.hot.StackSampler;
import org.kpathjvm.agent.process.LoadedClasses;

/**
 * The classes that may have live activations, according to the stacks of all threads. If there may
 * be a stack that the agent can't see, any class may have live activations.
 */
public final class LiveCode implements Predicate<Class<?>> {
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /** A class that is loaded when the first virtual thread is made. */
  private static final String VIRTUAL = "java.lang.VirtualThread$VThreadContinuation";

  /**
   * A class that is loaded when a thread builder makes its first thread. On a JVM without
   * continuations, every virtual thread is made by a thread builder.
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

  /** Finds out which classes may have live activations now. */
  public static LiveCode look(LoadedClasses classes) throws ReflectiveOperationException {
    // This check comes before the look at the stacks. If a virtual thread begins after the check,
    // it runs only the code that classes have now, not earlier code.
    boolean all = hasVirtualThreads(classes);
    return new LiveCode(all, all ? Set.of() : new StackSampler().lookAtAll().classNames());
  }

  /**
   * Returns whether there may be virtual threads. The stacks that the agent sees never show the
   * frames of a virtual thread, whether it waits or runs.
   */
  private static boolean hasVirtualThreads(LoadedClasses classes) {
    Set<String> loaded = new HashSet<>();
    for (Class<?> type : classes.all()) {
      if (type.getClassLoader() == null) {
        loaded.add(type.getName());
      }
    }
    return loaded.contains(VIRTUAL) || loaded.contains(BUILDERS) && !loaded.contains(CONTINUATIONS);
  }

  /**
   * Returns whether a class may have live activations. The result is always true for classes of the
   * bootstrap and platform loaders, because stack traces may leave out their frames.
   */
  @Override
  public boolean test(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return all || loader == null || loader == PLATFORM || names.contains(type.getName());
  }
}
