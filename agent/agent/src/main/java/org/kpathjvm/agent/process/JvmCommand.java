package org.kpathjvm.agent.process;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;

/**
 * Runs the commands of {@code jcmd} from inside the JVM. This class uses the class of a JMX bean,
 * but not the rest of JMX.
 */
public final class JvmCommand {
  private static final String IMPLEMENTATION = "com.sun.management.internal";

  private JvmCommand() {}

  /** Runs a command as jcmd would, and returns what jcmd would print. */
  public static String run(Instrumentation instrumentation, String command) throws Throwable {
    Module management =
        ModuleLayer.boot()
            .findModule("jdk.management")
            .orElseThrow(() -> new IOException("the JVM has no module jdk.management"));
    Set<Module> agent = Set.of(JvmCommand.class.getModule());
    open(instrumentation, management, IMPLEMENTATION, agent);
    open(instrumentation, Object.class.getModule(), "jdk.internal.misc", agent);
    // This loads the native library of module jdk.management.
    Class.forName(IMPLEMENTATION + ".PlatformMBeanProviderImpl", true, null);
    Class<?> bean = Class.forName(IMPLEMENTATION + ".DiagnosticCommandImpl", false, null);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle execute =
        MethodHandles.privateLookupIn(bean, lookup)
            .findVirtual(
                bean,
                "executeDiagnosticCommand",
                MethodType.methodType(String.class, String.class));
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe", false, null);
    MethodHandles.Lookup ofUnsafe = MethodHandles.privateLookupIn(unsafe, lookup);
    Object one = ofUnsafe.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
    // The bean's constructor would need all of JMX, so the object is made without a constructor.
    Object instance =
        ofUnsafe
            .findVirtual(
                unsafe, "allocateInstance", MethodType.methodType(Object.class, Class.class))
            .invoke(one, bean);
    return (String) execute.invoke(instance, command);
  }

  private static void open(
      Instrumentation instrumentation, Module module, String name, Set<Module> to) {
    instrumentation.redefineModule(
        module, Set.of(), Map.of(), Map.of(name, to), Set.of(), Map.of());
  }
}
