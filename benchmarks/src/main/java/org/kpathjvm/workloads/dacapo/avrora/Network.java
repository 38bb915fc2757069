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
      throws InterruptedException, BrokenBarrierException {
    try {
      for (long until = QUANTUM; until <= cycles; until += QUANTUM) {
        node.run(until);
        barrier.await();
      }
    } catch (RuntimeException failed) {
      // Without the reset, threads that wait at the barrier would wait forever.
      barrier.reset();
      throw failed;
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
