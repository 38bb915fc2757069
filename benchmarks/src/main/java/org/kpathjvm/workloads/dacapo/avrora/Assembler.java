package org.kpathjvm.workloads.dacapo.avrora;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Turns assembly text into machine code in two passes.
 *
 * <p>A line has the form {@code label: mnemonic operand, operand ; comment}, where each part is
 * optional. Directives are {@code .equ NAME = value}, {@code .org word} and {@code .db byte, byte}.
 * A value is a number (decimal, or with the prefix 0x or 0b), a name, {@code lo(value)}, {@code
 * hi(value)} or {@code -value}. A label stands for the address of the word that follows it.
 */
final class Assembler {
  private static final Map<String, String> ALIASES = new HashMap<>();

  static {
    String[] flags = {"c", "z", "n", "v", "s", "h", "t", "i"};
    for (int bit = 0; bit < flags.length; bit++) {
      ALIASES.put("se" + flags[bit], "bset " + bit);
      ALIASES.put("cl" + flags[bit], "bclr " + bit);
    }
    String[] set = {"brcs 0", "brlo 0", "breq 1", "brmi 2", "brvs 3", "brlt 4"};
    String[] clear = {"brcc 0", "brsh 0", "brne 1", "brpl 2", "brvc 3", "brge 4"};
    for (int i = 0; i < set.length; i++) {
      ALIASES.put(set[i].split(" ")[0], "brbs " + set[i].split(" ")[1]);
      ALIASES.put(clear[i].split(" ")[0], "brbc " + clear[i].split(" ")[1]);
    }
    ALIASES.put("clr", "eor =");
    ALIASES.put("tst", "and =");
    ALIASES.put("lsl", "add =");
    ALIASES.put("rol", "adc =");
  }

  /** A statement. The address counts words. */
  private record Statement(int line, int address, String mnemonic, List<String> operands) {}

  private final Map<String, Integer> names = new HashMap<>();
  private final List<Statement> statements = new ArrayList<>();
  private int address;
  private int line;

  private Assembler() {}

  /**
   * Assembles a program.
   *
   * @throws IllegalArgumentException if a line is wrong; the message names the line, unless one of
   *     the line's numbers is malformed
   */
  static Program assemble(String text) {
    Assembler assembler = new Assembler();
    for (String each : text.split("\n")) {
      assembler.read(each);
    }
    return assembler.encode();
  }

  private void read(String text) {
    line++;
    String rest = text.replaceFirst(";.*", "").strip();
    int colon = rest.indexOf(':');
    if (colon >= 0) {
      define(rest.substring(0, colon).strip(), address);
      rest = rest.substring(colon + 1).strip();
    }
    if (rest.isEmpty()) {
      return;
    }
    String[] parts = rest.split("\\s+", 2);
    String arguments = parts.length == 1 ? "" : parts[1];
    switch (parts[0]) {
      case ".equ" -> {
        String[] pair = arguments.split("=");
        define(pair[0].strip(), value(pair[1].strip()));
      }
      case ".org" -> address = value(arguments);
      default -> add(parts[0].toLowerCase(Locale.ROOT), arguments);
    }
  }

  private void define(String name, int value) {
    if (names.put(name, value) != null) {
      throw wrong("defines " + name + " again");
    }
  }

  private void add(String mnemonic, String arguments) {
    List<String> operands = new ArrayList<>();
    for (String operand : arguments.split(",")) {
      if (!operand.isBlank()) {
        operands.add(operand.strip());
      }
    }
    String[] alias = ALIASES.getOrDefault(mnemonic, mnemonic).split(" ");
    if (alias.length > 1) {
      operands.add(0, alias[1].equals("=") ? operands.get(0) : alias[1]);
    }
    Statement statement = new Statement(line, address, alias[0], operands);
    statements.add(statement);
    address += alias[0].equals(".db") ? (operands.size() + 1) / 2 : operation(statement).words();
  }

  private Program encode() {
    int[] words = new int[statements.stream().mapToInt(this::end).max().orElse(0)];
    boolean[] isCode = new boolean[words.length];
    for (Statement statement : statements) {
      line = statement.line();
      if (statement.mnemonic().equals(".db")) {
        encodeBytes(statement, words);
      } else {
        isCode[statement.address()] = true;
        encode(statement, operation(statement), words);
      }
    }
    return Program.of(words, isCode);
  }

  private int end(Statement statement) {
    return statement.address()
        + (statement.mnemonic().equals(".db")
            ? (statement.operands().size() + 1) / 2
            : operation(statement).words());
  }

  private void encodeBytes(Statement statement, int[] words) {
    for (int i = 0; i < statement.operands().size(); i++) {
      int shift = i % 2 * Byte.SIZE;
      words[statement.address() + i / 2] |= (value(statement.operands().get(i)) & 0xFF) << shift;
    }
  }

  private void encode(Statement statement, Operation operation, int[] words) {
    int word = operation.opcode();
    for (int i = 0; i < statement.operands().size(); i++) {
      String form = operation.operands().get(i);
      String operand = statement.operands().get(i);
      char field = form.charAt(form.length() - 1);
      if (form.equals("k16")) {
        words[statement.address() + 1] = value(operand) & 0xFFFF;
      } else if (form.length() == 1 && Registers.isRegister(field)) {
        word = operation.insert(word, field, register(operand, field));
      } else if (form.endsWith("+q")) {
        word =
            operation.insert(word, field, fitting(operation, field, value(operand.substring(2))));
      } else if (form.equals("k")) {
        int distance = value(operand) - statement.address() - 1;
        word = operation.insert(word, field, distance(operation, distance));
      } else if ("KAbs".contains(form)) {
        word = operation.insert(word, field, fitting(operation, field, value(operand)));
      }
    }
    words[statement.address()] = word;
  }

  private Operation operation(Statement statement) {
    for (Operation operation : Operation.values()) {
      if (operation.mnemonic().equals(statement.mnemonic()) && fits(operation, statement)) {
        return operation;
      }
    }
    throw wrong("has an unknown instruction: " + statement.mnemonic() + " " + statement.operands());
  }

  /**
   * Returns whether a statement has as many operands as the operation, and the same pointers, such
   * as X+, in the same places.
   */
  private static boolean fits(Operation operation, Statement statement) {
    List<String> forms = operation.operands();
    if (forms.size() != statement.operands().size()) {
      return false;
    }
    for (int i = 0; i < forms.size(); i++) {
      String form = forms.get(i);
      String operand = statement.operands().get(i);
      boolean isPointer = form.matches("-?[XYZ]\\+?");
      if (isPointer && !form.equals(operand)) {
        return false;
      }
      if (form.endsWith("+q") && !operand.startsWith(form.substring(0, 2))) {
        return false;
      }
    }
    return true;
  }

  private int register(String operand, char field) {
    int encoded =
        operand.matches("r([12]?\\d|3[01])")
            ? Registers.encode(field, Integer.parseInt(operand.substring(1)))
            : -1;
    if (encoded < 0) {
      throw wrong("can't use register " + operand + " here");
    }
    return encoded;
  }

  private int distance(Operation operation, int distance) {
    int most = 1 << operation.width('k') - 1;
    if (distance < -most || distance >= most) {
      throw wrong("branches too far: " + distance);
    }
    return distance;
  }

  private int fitting(Operation operation, char field, int value) {
    int width = operation.width(field);
    int bits = field == 'K' && width == Byte.SIZE ? value & 0xFF : value;
    if (bits < 0 || bits >= 1 << width) {
      throw wrong("can't use " + value + " here");
    }
    return bits;
  }

  private int value(String text) {
    if (text.startsWith("lo(")) {
      return value(inner(text)) & 0xFF;
    }
    if (text.startsWith("hi(")) {
      return value(inner(text)) >> 8 & 0xFF;
    }
    if (text.startsWith("-")) {
      return -value(text.substring(1));
    }
    if (Character.isDigit(text.charAt(0))) {
      return text.startsWith("0b") ? Integer.parseInt(text.substring(2), 2) : Integer.decode(text);
    }
    Integer named = names.get(text);
    if (named == null) {
      throw wrong("uses " + text + ", which is not defined");
    }
    return named;
  }

  private static String inner(String call) {
    return call.substring(3, call.length() - 1);
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("line " + line + " " + what);
  }
}
