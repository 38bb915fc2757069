import java.util.ArrayList;
import java.util.List;

/**
 * Arguments: the number of tasks, the number of children, and the path of a file. Runs tasks in two
 * threads while it starts children: Java programs that run tasks too, and other programs. The last
 * child inherits this program's streams, outlives it, and writes its process id to the file. This
 * class is never instrumented.
 */
public final class DriveForks {
  private DriveForks() {}

  public static void main(String[] args) throws Exception {
    int tasks = Integer.parseInt(args[0]);
    int children = Integer.parseInt(args[1]);
    Thread even = new Thread(() -> everySecond(0, tasks));
    Thread odd = new Thread(() -> everySecond(1, tasks));
    even.start();
    odd.start();
    String java = System.getProperty("java.home") + "/bin/java";
    String classes = System.getProperty("java.class.path");
    List<Process> started = new ArrayList<>();
    for (int child = 0; child < children; child++) {
      List<String> command =
          child % 5 == 0
              ? List.of(java, "-Xmx64m", "-cp", classes, "DriveStorm", "threads", "50", "2")
              : List.of("sh", "-c", "exit 3");
      started.add(new ProcessBuilder(command).start());
    }
    for (int child = 0; child < children; child++) {
      int status = started.get(child).waitFor();
      if (status != (child % 5 == 0 ? 0 : 3)) {
        throw new IllegalStateException("child " + child + " ended with " + status);
      }
    }
    even.join();
    odd.join();
    new ProcessBuilder("sh", "-c", "echo $$ > " + args[2] + "; exec sleep 600").inheritIO().start();
    while (!new java.io.File(args[2]).exists()) {
      Thread.sleep(10);
    }
  }

  private static void everySecond(int first, int tasks) {
    for (int task = first; task < tasks; task += 2) {
      DriveStorm.task(task);
    }
  }
}
