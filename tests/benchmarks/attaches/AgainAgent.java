import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/**
 * Retransforms the program's classes twice whenever the agent is loaded, but changes nothing in
 * them. So any growth of memory comes from the JVM itself.
 */
public final class AgainAgent implements ClassFileTransformer {
  private AgainAgent() {}

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
    return null;
  }

  public static void agentmain(String prefix, Instrumentation instrumentation) throws Exception {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getName().startsWith(prefix) && instrumentation.isModifiableClass(type)) {
        types.add(type);
      }
    }
    AgainAgent transformer = new AgainAgent();
    instrumentation.addTransformer(transformer, true);
    for (int round = 0; round < 2; round++) {
      instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
    }
    instrumentation.removeTransformer(transformer);
  }
}
