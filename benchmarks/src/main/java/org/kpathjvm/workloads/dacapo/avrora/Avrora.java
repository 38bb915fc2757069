package org.kpathjvm.workloads.dacapo.avrora;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * Stand-in for DaCapo's avrora: simulates a network of AVR microcontrollers instruction by
 * instruction. Each microcontroller is a node of the network, and is simulated by a thread of its
 * own. We wrote the simulator.
 *
 * <p>Settings: {@code cycles} is the number of cycles that every node runs, in thousands; {@code
 * threads} is the number of nodes.
 */
public final class Avrora implements Benchmark {
  private static final String PROGRAM = "sense.asm";

  private Program program;
  private int nodes;
  private long cycles;
  private Network network;

  @Override
  public void prepare(Inputs inputs) throws IOException, StandInFailure {
    program = program();
    nodes = inputs.number("threads", 1);
    cycles = inputs.number("cycles") * 1000L;
  }

  static Program program() throws IOException {
    try (InputStream text = Avrora.class.getResourceAsStream(PROGRAM)) {
      return Assembler.assemble(new String(text.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Override
  public void beforeIteration() {
    network = new Network(nodes, program);
  }

  @Override
  public void iterate() throws Exception {
    network.run(cycles);
  }

  @Override
  public void digest(ResultDigest result) {
    network.digest(result);
  }
}
