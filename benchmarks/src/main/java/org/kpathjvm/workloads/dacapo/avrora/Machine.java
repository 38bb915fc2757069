package org.kpathjvm.workloads.dacapo.avrora;

import java.util.Arrays;

/**
 * A microcontroller. One address space holds 32 registers, 64 I/O addresses and the memory. The
 * program is in flash, outside that address space.
 *
 * <p>The handler of interrupt n starts at word 2n. The pending interrupt with the lowest number is
 * handled first.
 */
final class Machine {
  static final int X = 26;
  static final int Y = 28;
  static final int Z = 30;

  private static final int IO = 0x20;
  private static final int IO_ADDRESSES = 0x40;
  private static final int STACK_LOW = 0x3D;
  private static final int STACK_HIGH = 0x3E;
  private static final int STATUS = 0x3F;
  private static final int MEMORY = 0x1100;
  private static final int INTERRUPT_CYCLES = 4;

  final Alu alu = new Alu();
  private final int[] data = new int[MEMORY];
  private final Program program;
  private final Clock clock;
  private final Ports ports;
  private int counter;
  private int stack;
  private int extraCycles;
  private int pending;
  private boolean isAsleep;
  private long executed;

  Machine(Program program, Clock clock, Ports ports) {
    this.program = program;
    this.clock = clock;
    this.ports = ports;
  }

  long executed() {
    return executed;
  }

  /** Returns a copy of the whole address space. */
  int[] memory() {
    return Arrays.copyOf(data, data.length);
  }

  /** Runs until the given time, or a little longer to finish an instruction. */
  void run(long until) {
    while (clock.now() < until) {
      if (pending != 0 && alu.flag(Alu.I)) {
        interrupt();
      } else if (isAsleep) {
        clock.skip(until);
      } else {
        step();
      }
    }
  }

  private void step() {
    Instruction instruction = program.at(counter);
    counter += instruction.operation().words();
    extraCycles = 0;
    instruction.execute(this);
    executed++;
    clock.advance(instruction.operation().cycles() + extraCycles);
  }

  private void interrupt() {
    int number = Integer.numberOfTrailingZeros(pending);
    pending &= ~(1 << number);
    isAsleep = false;
    pushAddress(counter);
    alu.setFlag(Alu.I, false);
    counter = 2 * number;
    clock.advance(INTERRUPT_CYCLES);
  }

  /** Requests an interrupt. */
  void raise(int interrupt) {
    pending |= 1 << interrupt;
  }

  int get(int register) {
    return data[register];
  }

  void set(int register, int value) {
    data[register] = value & 0xFF;
  }

  int pair(int register) {
    return data[register] | data[register + 1] << Byte.SIZE;
  }

  void setPair(int register, int value) {
    set(register, value);
    set(register + 1, value >> Byte.SIZE);
  }

  /** Returns the address in a pair of registers, and then increments the pair. */
  int advance(int register) {
    int address = pair(register);
    setPair(register, address + 1);
    return address;
  }

  /** Decrements the address in a pair of registers, and returns the new address. */
  int retreat(int register) {
    setPair(register, pair(register) - 1);
    return pair(register);
  }

  int load(int address) {
    return address >= IO && address < IO + IO_ADDRESSES ? in(address - IO) : data[address];
  }

  void store(int address, int value) {
    if (address >= IO && address < IO + IO_ADDRESSES) {
      out(address - IO, value);
    } else {
      data[address] = value & 0xFF;
    }
  }

  int in(int address) {
    switch (address) {
      case STACK_LOW:
        return stack & 0xFF;
      case STACK_HIGH:
        return stack >> Byte.SIZE;
      case STATUS:
        return alu.status();
      default:
        int value = ports.read(address);
        return value >= 0 ? value : data[IO + address];
    }
  }

  void out(int address, int value) {
    switch (address) {
      case STACK_LOW -> stack = stack & 0xFF00 | value & 0xFF;
      case STACK_HIGH -> stack = stack & 0xFF | (value & 0xFF) << Byte.SIZE;
      case STATUS -> alu.setStatus(value);
      default -> {
        if (!ports.write(address, value & 0xFF)) {
          data[IO + address] = value & 0xFF;
        }
      }
    }
  }

  /** Returns a byte of flash. The address counts bytes, not words. */
  int flash(int address) {
    return program.words()[address / 2] >> address % 2 * Byte.SIZE & 0xFF;
  }

  void push(int value) {
    data[stack--] = value & 0xFF;
  }

  int pop() {
    return data[++stack];
  }

  private void pushAddress(int address) {
    push(address);
    push(address >> Byte.SIZE);
  }

  int popAddress() {
    return pop() << Byte.SIZE | pop();
  }

  void jump(int address) {
    counter = address;
  }

  void relativeJump(int distance) {
    counter += distance;
  }

  void call(int address) {
    pushAddress(counter);
    counter = address;
  }

  void relativeCall(int distance) {
    call(counter + distance);
  }

  void branchIf(boolean isTaken, int distance) {
    if (isTaken) {
      counter += distance;
      extraCycles++;
    }
  }

  void skipIf(boolean isSkipped) {
    if (isSkipped) {
      int words = program.at(counter).operation().words();
      counter += words;
      extraCycles += words;
    }
  }

  void returnFromInterrupt() {
    counter = popAddress();
    alu.setFlag(Alu.I, true);
  }

  void sleep() {
    isAsleep = true;
  }
}
