package org.kpathjvm.workloads.dacapo.avrora;

/**
 * Machine code in flash memory.
 *
 * @param words 16-bit words, the program counter's 0 first
 * @param instructions decoded by address; null for the second word of one and for data
 */
record Program(int[] words, Instruction[] instructions) {

  /** Decodes every address at which an instruction starts. */
  static Program of(int[] words, boolean[] isCode) {
    Instruction[] instructions = new Instruction[words.length];
    for (int address = 0; address < words.length; address++) {
      if (isCode[address]) {
        int next = address + 1 < words.length ? words[address + 1] : 0;
        instructions[address] = Instruction.decode(words[address], next);
      }
    }
    return new Program(words, instructions);
  }

  /**
   * The instruction at an address.
   *
   * @throws IllegalStateException if there is none: the program ran away
   */
  Instruction at(int address) {
    Instruction instruction = address < instructions.length ? instructions[address] : null;
    if (instruction == null) {
      throw new IllegalStateException("no instruction at word " + address);
    }
    return instruction;
  }
}
