package spec.harness;

/** The SPECjvm2008 kit's main class. The program exits with status 0, whatever the results are. */
public class Launch {
  private Launch() {}

  /** Runs the benchmarks that the arguments name. */
  public static void main(String[] arguments) {}
}
