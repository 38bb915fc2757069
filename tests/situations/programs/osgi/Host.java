import java.util.HashMap;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Starts an OSGi framework, installs a bundle, and runs its class Work. */
public class Host {
  public static void main(String[] args) throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("org.osgi.framework.storage", args[1]);
    settings.put("org.osgi.framework.storage.clean", "onFirstInit");
    FrameworkFactory factory = new org.apache.felix.framework.FrameworkFactory();
    Framework framework = factory.newFramework(settings);
    framework.start();
    Bundle bundle = framework.getBundleContext().installBundle(args[0]);
    bundle.start();
    Class<?> work = bundle.loadClass("Work");
    System.out.println(work.getMethod("run", int.class).invoke(null, 500));
    System.out.println(work.getMethod("run", int.class).invoke(null, 70));
    framework.stop();
    framework.waitForStop(0);
    System.out.println("calls=2 iterations=570");
  }
}
