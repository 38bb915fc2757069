package org.kpathjvm.workloads.dacapo.avrora;

/**
 * Converts between registers and the values of instruction fields. {@link Operation} explains the
 * fields' letters.
 */
final class Registers {
  private Registers() {}

  static boolean isRegister(char field) {
    return "drhwpP".indexOf(field) >= 0;
  }

  /** Returns the field value that stands for a register; below 0 if there is no such value. */
  static int encode(char field, int register) {
    return switch (field) {
      case 'd', 'r' -> register;
      case 'h' -> register - 16;
      case 'w' -> register >= 24 && register % 2 == 0 ? (register - 24) / 2 : -1;
      case 'p', 'P' -> register % 2 == 0 ? register / 2 : -1;
      default -> throw new IllegalArgumentException("no register field " + field);
    };
  }

  static int decode(char field, int value) {
    return switch (field) {
      case 'h' -> value + 16;
      case 'w' -> value * 2 + 24;
      case 'p', 'P' -> value * 2;
      default -> value;
    };
  }
}
