import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Writes the events of a single-threaded program to the file that the system property fuzz.log
 * names. An event is a pair of big-endian ints: an activation's number and an instruction's offset.
 * An activation's first event has -1 minus the method's number instead of the offset.
 */
public final class Log {
  private static int[] events = new int[1 << 16];
  private static int used;
  private static int activations;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Log::write));
  }

  private Log() {}

  public static int enter(int method) {
    int activation = activations++;
    at(activation, -1 - method);
    return activation;
  }

  public static void at(int activation, int offset) {
    if (used == events.length) {
      events = Arrays.copyOf(events, 2 * used);
    }
    events[used++] = activation;
    events[used++] = offset;
  }

  private static void write() {
    ByteBuffer bytes = ByteBuffer.allocate(4 * used);
    bytes.asIntBuffer().put(events, 0, used);
    try {
      Files.write(Path.of(System.getProperty("fuzz.log")), bytes.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
