package server;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends requests at a fixed rate, whether or not the earlier ones have been answered.
 *
 * <p>A request has a moment at which it is due, and its latency counts from that moment. So if a
 * request is sent late, because the server or this JVM stood still, the delay is a part of the
 * latency. A line of the output is {@code due,latency,outcome}. Both times are in nanoseconds;
 * {@code due} is a time of the machine's monotonic clock. The outcome is {@code right}, {@code
 * wrong} (the status isn't 200, or the body isn't the one that this JVM computes itself), or
 * {@code failed}.
 */
public final class Load {
  private static final int SEEDS = 256;
  private static final long WRITTEN_EVERY = 100_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client;
  private final HttpRequest[] requests = new HttpRequest[SEEDS];
  private final String[] expected = new String[SEEDS];
  private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean over;

  private Load(int port, ExecutorService threads) throws IOException {
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(threads).build();
    for (int seed = 0; seed < SEEDS; seed++) {
      URI address = URI.create("http://127.0.0.1:" + port + "/answer?" + seed);
      requests[seed] = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
      expected[seed] = Work.answer(seed);
    }
  }

  private void send(int number, long due) {
    int seed = number % SEEDS;
    open.incrementAndGet();
    HttpResponse.BodyHandler<String> text =
        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8);
    client
        .sendAsync(requests[seed], text)
        .whenComplete(
            (response, failure) -> {
              long latency = System.nanoTime() - due;
              lines.add(due + "," + latency + "," + outcome(seed, response, failure));
              open.decrementAndGet();
            });
  }

  private String outcome(int seed, HttpResponse<String> response, Throwable failure) {
    if (failure != null) {
      return "failed";
    }
    boolean right = response.statusCode() == 200 && response.body().equals(expected[seed]);
    return right ? "right" : "wrong";
  }

  private void write(PrintWriter file) {
    for (String line = lines.poll(); line != null; line = lines.poll()) {
      file.println(line);
    }
    file.flush();
  }

  private void run(double rate, PrintWriter file) throws InterruptedException {
    Thread writer =
        new Thread(
            () -> {
              while (!over || open.get() > 0) {
                LockSupport.parkNanos(WRITTEN_EVERY);
                write(file);
              }
            });
    writer.start();
    long start = System.nanoTime();
    for (int number = 0; !over; number++) {
      long due = start + (long) (number * 1e9 / rate);
      for (long left = due - System.nanoTime(); left > 0 && !over; ) {
        LockSupport.parkNanos(left);
        left = due - System.nanoTime();
      }
      send(number, due);
    }
    writer.join();
    write(file);
  }

  /** Takes the server's port, the requests per second and the output file. Ends when stdin ends. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    // The HTTP client's own thread doesn't keep the JVM alive, and its workers mustn't either.
    ExecutorService threads =
        Executors.newFixedThreadPool(
            2,
            task -> {
              Thread thread = new Thread(task);
              thread.setDaemon(true);
              return thread;
            });
    Load load = new Load(Integer.parseInt(arguments[0]), threads);
    Thread end =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  continue;
                }
              } catch (IOException gone) {
                System.err.println(gone);
              }
              load.over = true;
            });
    end.setDaemon(true);
    end.start();
    Path path = Path.of(arguments[2]);
    try (PrintWriter file = new PrintWriter(Files.newBufferedWriter(path))) {
      load.run(Double.parseDouble(arguments[1]), file);
    }
  }
}
