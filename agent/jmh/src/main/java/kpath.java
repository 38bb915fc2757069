import org.kpathjvm.jmh.KpathProfiler;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * The class that {@code -prof kpath} names. JMH knows profilers that aren't its own by the full
 * name of their class, so this one is in no package.
 */
public final class kpath extends KpathProfiler {
  /**
   * Creates a profiler that is only listed. {@link java.util.ServiceLoader} uses this constructor.
   */
  public kpath() {}

  /**
   * Creates a profiler that is used.
   *
   * @param options the text after {@code -prof kpath:}
   * @throws ProfilerException if the options aren't understood, or kpath-jvm can't be run
   */
  public kpath(String options) throws ProfilerException {
    super(options);
  }
}
