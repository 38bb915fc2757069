package org.kpathjvm.workloads.dacapo.avrora;

/**
 * A decoded instruction.
 *
 * @param operation what the instruction does
 * @param first the value of the instruction's first varying operand; 0 if there is none
 * @param second the value of the second varying operand; 0 if there is none
 */
record Instruction(Operation operation, int first, int second) {

  void execute(Machine machine) {
    operation.behaviour().execute(machine, first, second);
  }

  /**
   * Decodes an instruction.
   *
   * @param word the instruction's first word
   * @param next the word after the first word
   * @throws IllegalArgumentException if no known instruction begins with {@code word}
   */
  static Instruction decode(int word, int next) {
    for (Operation operation : Operation.values()) {
      if (operation.matches(word)) {
        int[] values = new int[2];
        int count = 0;
        for (char field : operation.fields()) {
          values[count++] =
              field == '0' ? next : Registers.decode(field, operation.extract(word, field));
        }
        return new Instruction(operation, values[0], values[1]);
      }
    }
    throw new IllegalArgumentException(String.format("no instruction %04x", word));
  }
}
