package org.kpathjvm.workloads.dacapo.avrora;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.workloads.Generator;
import org.kpathjvm.workloads.ResultDigest;

/**
 * A sensor node: a microcontroller with a timer, a converter for the sensor's signal, a radio and
 * lights.
 *
 * <p>The devices are simpler than real ones. I/O address 0x01 holds the node's number. Writing a
 * value to 0x02 starts the timer, whose period is 64 cycles times the value. Writing to 0x03 starts
 * a conversion, and reading 0x03 gives the value that was converted last. Writing to 0x04 sends a
 * byte, and reading 0x04 gives the byte that was heard last. After a byte has been heard, 0x05 is 1
 * for as long as it takes to send two bytes. 0x06 controls the lights.
 */
final class Node implements Ports {

  /**
   * A byte on the air.
   *
   * @param time the cycle in which the byte was sent
   */
  record Sent(long time, int value) {}

  private static final int NUMBER = 0x01;
  private static final int TIMER = 0x02;
  private static final int CONVERTER = 0x03;
  private static final int RADIO = 0x04;
  private static final int CARRIER = 0x05;
  private static final int LIGHTS = 0x06;

  private static final int TICK = 1;
  private static final int CONVERTED = 2;
  private static final int SENT = 3;
  private static final int HEARD = 4;

  private static final int TIMER_UNIT = 64;
  private static final int CONVERSION_CYCLES = 832;
  private static final int BYTE_CYCLES = 416;

  /** The number of cycles after which the signal rises or falls by one. */
  private static final int SIGNAL_CYCLES = 4096;

  /** The noise in the signal is below this number. */
  private static final int NOISE = 24;

  private final int number;
  private final Clock clock = new Clock();
  private final Machine machine;
  private final Generator noise;
  private final List<Sent> outbox = new ArrayList<>();
  private int converted;
  private int heard;
  private long carrierUntil;
  private int lights;
  private long sent;
  private long blinks;

  Node(int number, Program program) {
    this.number = number;
    noise = new Generator(number);
    machine = new Machine(program, clock, this);
  }

  void run(long until) {
    machine.run(until);
  }

  /** Returns the bytes that have been sent since the last call. */
  List<Sent> takeSent() {
    List<Sent> taken = List.copyOf(outbox);
    outbox.clear();
    return taken;
  }

  /** Lets the node hear a byte at the given time. */
  void hear(long time, int value) {
    clock.schedule(
        time,
        () -> {
          heard = value;
          carrierUntil = time + 2 * BYTE_CYCLES;
          machine.raise(HEARD);
        });
  }

  @Override
  public int read(int address) {
    return switch (address) {
      case NUMBER -> number;
      case CONVERTER -> converted;
      case RADIO -> heard;
      case CARRIER -> clock.now() < carrierUntil ? 1 : 0;
      case LIGHTS -> lights;
      default -> -1;
    };
  }

  @Override
  public boolean write(int address, int value) {
    switch (address) {
      case TIMER -> startTimer(value * TIMER_UNIT);
      case CONVERTER -> clock.schedule(clock.now() + CONVERSION_CYCLES, this::convert);
      case RADIO -> clock.schedule(clock.now() + BYTE_CYCLES, () -> send(value));
      case LIGHTS -> {
        blinks += Integer.bitCount(lights ^ value);
        lights = value;
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void startTimer(int period) {
    clock.schedule(
        clock.now() + period,
        () -> {
          machine.raise(TICK);
          startTimer(period);
        });
  }

  private void convert() {
    int phase = (int) (clock.now() / SIGNAL_CYCLES + 32L * number) & 0xFF;
    int signal = phase < 0x80 ? phase : 0xFF - phase;
    converted = signal + noise.below(NOISE);
    machine.raise(CONVERTED);
  }

  private void send(int value) {
    sent++;
    outbox.add(new Sent(clock.now(), value));
    machine.raise(SENT);
  }

  int[] memory() {
    return machine.memory();
  }

  long executed() {
    return machine.executed();
  }

  void digest(ResultDigest result) {
    result.add(machine.memory()).add(clock.now()).add(machine.executed()).add(sent).add(blinks);
  }
}
