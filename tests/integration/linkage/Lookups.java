package org.kpathjvm.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.kpathjvm.agent.attach.LiveCode;
import org.kpathjvm.agent.attach.Unmapping;
import org.kpathjvm.agent.hot.StackSampler;
import org.kpathjvm.agent.process.JvmCommand;
import org.kpathjvm.agent.process.LoadedClasses;

/**
 * Tries the agent's look-ups of classes and members by strings. For each look-up, prints {@code ok
 * NAME} or {@code failed NAME: why}. This class is an agent, too, to get an Instrumentation. It
 * needs the jar of kpath-jvm's agent on the class path.
 */
public final class Lookups {
  private static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

  private static Instrumentation instrumentation;
  private static volatile boolean done;

  private Lookups() {}

  public static void premain(String arguments, Instrumentation given) {
    instrumentation = given;
  }

  public static void main(String[] args) throws Exception {
    RuntimeClasses.open(instrumentation);
    check("EarlierClasses.defined", Lookups::definedClasses);
    check("ThreadClasses.yieldHandle", () -> text(call(ThreadClasses.class, "yieldHandle")));
    check("ThreadClasses.carrierClass", Lookups::carrierClass);
    check("StackSampler", Lookups::stacks);
    check("LiveCode before", () -> text(!isAnyVirtual()));
    check("JvmCommand", Lookups::command);
    check("Unmapping", Lookups::unmap);
    check("ThreadField", Lookups::threadField);
    if (HAS_VIRTUAL_THREADS) {
      Thread virtual =
          (Thread)
              Thread.class
                  .getMethod("startVirtualThread", Runnable.class)
                  .invoke(null, (Runnable) Lookups::spin);
      check("LiveCode", () -> text(isAnyVirtual()));
      check("ProbesInUse", Lookups::mounted);
      done = true;
      virtual.join();
    }
  }

  private static void check(String name, Callable<String> action) {
    try {
      String problem = action.call();
      System.out.println(problem == null ? "ok " + name : "failed " + name + ": " + problem);
    } catch (Throwable failure) {
      System.out.println("failed " + name + ": " + failure);
    }
  }

  /** Returns null if the result is right, or else what is wrong. */
  private static String text(Object result) {
    return result == null || result.equals(false) ? "it is " + result : null;
  }

  private static void spin() {
    while (!done) {
      Thread.onSpinWait();
    }
  }

  private static <T extends AccessibleObject> T opened(T member) {
    member.setAccessible(true);
    return member;
  }

  private static Object call(Class<?> type, String name) throws ReflectiveOperationException {
    return opened(type.getDeclaredMethod(name)).invoke(null);
  }

  private static String definedClasses() throws ReflectiveOperationException {
    Method defined =
        opened(EarlierClasses.class.getDeclaredMethod("defined", ClassLoader.class));
    Collection<?> classes = (Collection<?>) defined.invoke(null, Lookups.class.getClassLoader());
    return text(classes.contains(Lookups.class));
  }

  private static String stacks() throws Exception {
    Thread other = new Thread(Lookups::spin);
    other.setDaemon(true);
    other.start();
    // The thread may start late.
    StackSampler sampler = new StackSampler();
    for (int look = 0; look < 1_000; look++) {
      if (sampler.look().hasFrameOf("org.kpathjvm.agent.Lookups")) {
        return null;
      }
      Thread.sleep(5);
    }
    return "a running thread isn't seen";
  }

  private static String carrierClass() throws ReflectiveOperationException {
    Object found = call(ThreadClasses.class, "carrierClass");
    return (found != null) == HAS_VIRTUAL_THREADS ? null : "it is " + found;
  }

  private static boolean isAnyVirtual() throws ReflectiveOperationException {
    Method has = opened(LiveCode.class.getDeclaredMethod("hasVirtualThreads", LoadedClasses.class));
    return (boolean) has.invoke(null, new LoadedClasses(instrumentation));
  }

  private static String command() throws Exception {
    try {
      String version = JvmCommand.run(instrumentation, "VM.version");
      return text(version.contains(Runtime.version().toString().split("\\+")[0]));
    } catch (Throwable failure) {
      return failure.toString();
    }
  }

  private static String unmap() throws Exception {
    Path file = Files.createTempFile("kpath-lookups", null);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
      Unmapping.unmap(instrumentation, mapped);
      List<String> lines = new ArrayList<>();
      for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
        if (line.endsWith(file.toString())) {
          lines.add(line);
        }
      }
      return lines.isEmpty() ? null : "still mapped: " + lines;
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Defines the runtime's classes as the agent does, and checks that {@code ThreadField} finds its
   * field of {@link Thread}.
   */
  private static String threadField() throws Exception {
    Constructor<RuntimeClasses> constructor =
        opened(
            RuntimeClasses.class.getDeclaredConstructor(
                java.lang.invoke.MethodHandles.Lookup.class, Set.class));
    RuntimeClasses classes =
        constructor.newInstance(
            java.lang.invoke.MethodHandles.privateLookupIn(
                Object.class, java.lang.invoke.MethodHandles.lookup()),
            Set.of());
    ThreadClasses.define(classes);
    classes.initialise();
    Field exists = Class.forName("java.lang.KPathThreadField").getField("EXISTS");
    return text(exists.get(null));
  }

  private static String mounted() throws Exception {
    Field name = opened(org.kpathjvm.agent.attach.ProbesInUse.class.getDeclaredField("MOUNTED"));
    StackSampler sampler = new StackSampler();
    for (int look = 0; look < 1_000; look++) {
      if (!sampler.lookAtAll().endingIn((String) name.get(null)).isEmpty()) {
        return null;
      }
      Thread.sleep(5);
    }
    return "no carrier is seen with a virtual thread on it";
  }
}
