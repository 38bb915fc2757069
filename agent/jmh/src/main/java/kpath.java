import org.kpathjvm.jmh.KpathProfiler;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * The class that {@code -prof kpath} names. JMH finds an external profiler by its class's full
 * name, so this class is in no package.
 */
public final class kpath extends KpathProfiler {
  /**
   * Creates a profiler that only appears in JMH's list of profilers. Called by {@link
   * java.util.ServiceLoader}.
   */
  public kpath() {}

  /**
   * Creates a profiler that profiles forks.
   *
   * @param options the text after {@code -prof kpath:}
   * @throws ProfilerException if an option is wrong, if kpath-jvm can't be run, or if the profiles'
   *     directory can't be made
   */
  public kpath(String options) throws ProfilerException {
    super(options);
  }
}
