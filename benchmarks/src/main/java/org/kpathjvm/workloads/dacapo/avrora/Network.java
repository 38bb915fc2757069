package org.kpathjvm.workloads.dacapo.avrora;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.kpathjvm.workloads.Crew;
import org.kpathjvm.workloads.ResultDigest;

/**
 * Nodes in a ring. Each node hears its two neighbours, and is simulated by a thread of its own.
 *
 * <p>The threads wait for each other whenever {@code QUANTUM} cycles have passed. A byte is heard
 * {@code QUANTUM} cycles after it was sent, so the result doesn't depend on the threads' speeds.
 */
final class Network {
  private static final int QUANTUM = 1000;

  final List<Node> nodes;

  Network(int count, Program program) {
    nodes = IntStream.range(0, count).mapToObj(number -> new Node(number, program)).toList();
  }

  /** Runs each node for {@code cycles} cycles, rounded down to a multiple of {@code QUANTUM}. */
  void run(long cycles) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(nodes.size(), this::deliver);
    Crew.run(nodes.size(), worker -> run(nodes.get(worker), cycles, barrier));
  }

  private static void run(Node node, long cycles, CyclicBarrier barrier)
      throws InterruptedException {
    try {
      for (long until = QUANTUM; until <= cycles; until += QUANTUM) {
        node.run(until);
        barrier.await();
      }
    } catch (BrokenBarrierException anotherFailed) {
      // The other thread throws the failure.
    } catch (RuntimeException | Error failed) {
      breakForGood(barrier);
      throw failed;
    }
  }

  /** Breaks the barrier, also for threads that come later: otherwise they would wait forever. */
  private static void breakForGood(CyclicBarrier barrier) {
    // If an interrupted thread waits at a barrier, the barrier breaks.
    Thread.currentThread().interrupt();
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException broken) {
      // Now the barrier is broken.
    }
  }

  private void deliver() {
    int count = nodes.size();
    for (int i = 0; i < count; i++) {
      for (Node.Sent sent : nodes.get(i).takeSent()) {
        nodes.get((i + 1) % count).hear(sent.time() + QUANTUM, sent.value());
        nodes.get((i + count - 1) % count).hear(sent.time() + QUANTUM, sent.value());
      }
    }
  }

  void digest(ResultDigest result) {
    result.count("instructions", nodes.stream().mapToLong(Node::executed).sum());
    nodes.forEach(node -> node.digest(result));
  }
}
