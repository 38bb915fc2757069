package org.kpathjvm.workloads.dacapo.avrora;

/**
 * Machine code in flash memory.
 *
 * @param words the 16-bit words by address
 * @param instructions the decoded instructions by address; null for data and for the second word of
 *     an instruction
 */
record Program(int[] words, Instruction[] instructions) {

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
   * Returns the instruction at an address.
   *
   * @throws IllegalStateException if no instruction starts at the address, which means that the
   *     simulated program has gone wrong
   */
  Instruction at(int address) {
    Instruction instruction = address < instructions.length ? instructions[address] : null;
    if (instruction == null) {
      throw new IllegalStateException("no instruction at word " + address);
    }
    return instruction;
  }
}
