package org.kpathjvm.workloads.dacapo.avrora;

import static org.kpathjvm.workloads.dacapo.avrora.Machine.X;
import static org.kpathjvm.workloads.dacapo.avrora.Machine.Y;
import static org.kpathjvm.workloads.dacapo.avrora.Machine.Z;

import java.util.ArrayList;
import java.util.List;

/**
 * The instructions that the simulator can execute. They are instructions of AVR microcontrollers
 * with a 16-bit program counter (Atmel, "AVR Instruction Set Manual"). Each constant defines an
 * instruction's syntax, pattern, cycles and behaviour, in this order.
 *
 * <p>The pattern describes the 16 bits of the instruction's first word. A letter marks the bits of
 * an operand, from high to low. The letters {@code d} and {@code r} stand for any register, {@code
 * h} for a register from 16 on, {@code w} for an even register from 24 on, {@code p} and {@code P}
 * for any even register, {@code K} for a constant, {@code k} for a distance, {@code q} for a
 * displacement, {@code A} for an I/O address, {@code b} and {@code s} for a bit's number. The
 * syntax uses the same letters, and {@code k16} for the instruction's second word.
 */
enum Operation {
  NOP("nop", "0000 0000 0000 0000", 1, (m, a, b) -> {}),
  MOVW("movw p,P", "0000 0001 pppp PPPP", 1, (m, d, r) -> m.setPair(d, m.pair(r))),
  CPC("cpc d,r", "0000 01rd dddd rrrr", 1, (m, d, r) -> m.alu.sbc(m.get(d), m.get(r))),
  SBC("sbc d,r", "0000 10rd dddd rrrr", 1, (m, d, r) -> m.set(d, m.alu.sbc(m.get(d), m.get(r)))),
  ADD("add d,r", "0000 11rd dddd rrrr", 1, (m, d, r) -> m.set(d, m.alu.add(m.get(d), m.get(r), 0))),
  CPSE("cpse d,r", "0001 00rd dddd rrrr", 1, (m, d, r) -> m.skipIf(m.get(d) == m.get(r))),
  CP("cp d,r", "0001 01rd dddd rrrr", 1, (m, d, r) -> m.alu.sub(m.get(d), m.get(r))),
  SUB("sub d,r", "0001 10rd dddd rrrr", 1, (m, d, r) -> m.set(d, m.alu.sub(m.get(d), m.get(r)))),
  ADC(
      "adc d,r",
      "0001 11rd dddd rrrr",
      1,
      (m, d, r) -> m.set(d, m.alu.add(m.get(d), m.get(r), m.alu.carry()))),
  AND("and d,r", "0010 00rd dddd rrrr", 1, (m, d, r) -> m.set(d, m.alu.logic(m.get(d) & m.get(r)))),
  EOR("eor d,r", "0010 01rd dddd rrrr", 1, (m, d, r) -> m.set(d, m.alu.logic(m.get(d) ^ m.get(r)))),
  OR("or d,r", "0010 10rd dddd rrrr", 1, (m, d, r) -> m.set(d, m.alu.logic(m.get(d) | m.get(r)))),
  MOV("mov d,r", "0010 11rd dddd rrrr", 1, (m, d, r) -> m.set(d, m.get(r))),
  CPI("cpi h,K", "0011 KKKK hhhh KKKK", 1, (m, d, k) -> m.alu.sub(m.get(d), k)),
  SBCI("sbci h,K", "0100 KKKK hhhh KKKK", 1, (m, d, k) -> m.set(d, m.alu.sbc(m.get(d), k))),
  SUBI("subi h,K", "0101 KKKK hhhh KKKK", 1, (m, d, k) -> m.set(d, m.alu.sub(m.get(d), k))),
  ORI("ori h,K", "0110 KKKK hhhh KKKK", 1, (m, d, k) -> m.set(d, m.alu.logic(m.get(d) | k))),
  ANDI("andi h,K", "0111 KKKK hhhh KKKK", 1, (m, d, k) -> m.set(d, m.alu.logic(m.get(d) & k))),
  LDD_Z("ldd d,Z+q", "10q0 qq0d dddd 0qqq", 2, (m, d, q) -> m.set(d, m.load(m.pair(Z) + q))),
  LDD_Y("ldd d,Y+q", "10q0 qq0d dddd 1qqq", 2, (m, d, q) -> m.set(d, m.load(m.pair(Y) + q))),
  STD_Z("std Z+q,r", "10q0 qq1r rrrr 0qqq", 2, (m, q, r) -> m.store(m.pair(Z) + q, m.get(r))),
  STD_Y("std Y+q,r", "10q0 qq1r rrrr 1qqq", 2, (m, q, r) -> m.store(m.pair(Y) + q, m.get(r))),
  LDS("lds d,k16", "1001 000d dddd 0000", 2, (m, d, k) -> m.set(d, m.load(k))),
  LD_Z_PLUS("ld d,Z+", "1001 000d dddd 0001", 2, (m, d, b) -> m.set(d, m.load(m.advance(Z)))),
  LPM("lpm d,Z", "1001 000d dddd 0100", 3, (m, d, b) -> m.set(d, m.flash(m.pair(Z)))),
  LPM_PLUS("lpm d,Z+", "1001 000d dddd 0101", 3, (m, d, b) -> m.set(d, m.flash(m.advance(Z)))),
  LD_Y_PLUS("ld d,Y+", "1001 000d dddd 1001", 2, (m, d, b) -> m.set(d, m.load(m.advance(Y)))),
  LD_X("ld d,X", "1001 000d dddd 1100", 2, (m, d, b) -> m.set(d, m.load(m.pair(X)))),
  LD_X_PLUS("ld d,X+", "1001 000d dddd 1101", 2, (m, d, b) -> m.set(d, m.load(m.advance(X)))),
  LD_MINUS_X("ld d,-X", "1001 000d dddd 1110", 2, (m, d, b) -> m.set(d, m.load(m.retreat(X)))),
  POP("pop d", "1001 000d dddd 1111", 2, (m, d, b) -> m.set(d, m.pop())),
  STS("sts k16,r", "1001 001r rrrr 0000", 2, (m, k, r) -> m.store(k, m.get(r))),
  ST_Z_PLUS("st Z+,r", "1001 001r rrrr 0001", 2, (m, r, b) -> m.store(m.advance(Z), m.get(r))),
  ST_Y_PLUS("st Y+,r", "1001 001r rrrr 1001", 2, (m, r, b) -> m.store(m.advance(Y), m.get(r))),
  ST_X("st X,r", "1001 001r rrrr 1100", 2, (m, r, b) -> m.store(m.pair(X), m.get(r))),
  ST_X_PLUS("st X+,r", "1001 001r rrrr 1101", 2, (m, r, b) -> m.store(m.advance(X), m.get(r))),
  PUSH("push r", "1001 001r rrrr 1111", 2, (m, r, b) -> m.push(m.get(r))),
  COM("com d", "1001 010d dddd 0000", 1, (m, d, b) -> m.set(d, m.alu.complement(m.get(d)))),
  NEG("neg d", "1001 010d dddd 0001", 1, (m, d, b) -> m.set(d, m.alu.sub(0, m.get(d)))),
  SWAP("swap d", "1001 010d dddd 0010", 1, (m, d, b) -> m.set(d, m.get(d) << 4 | m.get(d) >> 4)),
  INC("inc d", "1001 010d dddd 0011", 1, (m, d, b) -> m.set(d, m.alu.increment(m.get(d)))),
  ASR(
      "asr d",
      "1001 010d dddd 0101",
      1,
      (m, d, b) -> m.set(d, m.alu.shiftRight(m.get(d), m.get(d) & 0x80))),
  LSR("lsr d", "1001 010d dddd 0110", 1, (m, d, b) -> m.set(d, m.alu.shiftRight(m.get(d), 0))),
  ROR(
      "ror d",
      "1001 010d dddd 0111",
      1,
      (m, d, b) -> m.set(d, m.alu.shiftRight(m.get(d), m.alu.carry() << 7))),
  DEC("dec d", "1001 010d dddd 1010", 1, (m, d, b) -> m.set(d, m.alu.decrement(m.get(d)))),
  BSET("bset s", "1001 0100 0sss 1000", 1, (m, s, b) -> m.alu.setFlag(s, true)),
  BCLR("bclr s", "1001 0100 1sss 1000", 1, (m, s, b) -> m.alu.setFlag(s, false)),
  IJMP("ijmp", "1001 0100 0000 1001", 2, (m, a, b) -> m.jump(m.pair(Z))),
  RET("ret", "1001 0101 0000 1000", 4, (m, a, b) -> m.jump(m.popAddress())),
  ICALL("icall", "1001 0101 0000 1001", 3, (m, a, b) -> m.call(m.pair(Z))),
  RETI("reti", "1001 0101 0001 1000", 4, (m, a, b) -> m.returnFromInterrupt()),
  SLEEP("sleep", "1001 0101 1000 1000", 1, (m, a, b) -> m.sleep()),
  JMP("jmp k16", "1001 0100 0000 1100", 3, (m, k, b) -> m.jump(k)),
  CALL("call k16", "1001 0100 0000 1110", 4, (m, k, b) -> m.call(k)),
  ADIW(
      "adiw w,K", "1001 0110 KKww KKKK", 2, (m, d, k) -> m.setPair(d, m.alu.addWord(m.pair(d), k))),
  SBIW(
      "sbiw w,K",
      "1001 0111 KKww KKKK",
      2,
      (m, d, k) -> m.setPair(d, m.alu.subtractWord(m.pair(d), k))),
  CBI("cbi A,b", "1001 1000 AAAA Abbb", 2, (m, a, b) -> m.out(a, m.in(a) & ~(1 << b))),
  SBIC("sbic A,b", "1001 1001 AAAA Abbb", 1, (m, a, b) -> m.skipIf((m.in(a) >> b & 1) == 0)),
  SBI("sbi A,b", "1001 1010 AAAA Abbb", 2, (m, a, b) -> m.out(a, m.in(a) | 1 << b)),
  SBIS("sbis A,b", "1001 1011 AAAA Abbb", 1, (m, a, b) -> m.skipIf((m.in(a) >> b & 1) == 1)),
  MUL(
      "mul d,r",
      "1001 11rd dddd rrrr",
      2,
      (m, d, r) -> m.setPair(0, m.alu.multiply(m.get(d), m.get(r)))),
  IN("in d,A", "1011 0AAd dddd AAAA", 1, (m, d, a) -> m.set(d, m.in(a))),
  OUT("out A,r", "1011 1AAr rrrr AAAA", 1, (m, a, r) -> m.out(a, m.get(r))),
  RJMP("rjmp k", "1100 kkkk kkkk kkkk", 2, (m, k, b) -> m.relativeJump(signed(k, 12))),
  RCALL("rcall k", "1101 kkkk kkkk kkkk", 3, (m, k, b) -> m.relativeCall(signed(k, 12))),
  LDI("ldi h,K", "1110 KKKK hhhh KKKK", 1, (m, d, k) -> m.set(d, k)),
  BRBS("brbs s,k", "1111 00kk kkkk ksss", 1, (m, s, k) -> m.branchIf(m.alu.flag(s), signed(k, 7))),
  BRBC("brbc s,k", "1111 01kk kkkk ksss", 1, (m, s, k) -> m.branchIf(!m.alu.flag(s), signed(k, 7))),
  SBRC("sbrc r,b", "1111 110r rrrr 0bbb", 1, (m, r, b) -> m.skipIf((m.get(r) >> b & 1) == 0)),
  SBRS("sbrs r,b", "1111 111r rrrr 0bbb", 1, (m, r, b) -> m.skipIf((m.get(r) >> b & 1) == 1));

  /** What an instruction does. Some of the machine's methods add to the operation's cycles. */
  @FunctionalInterface
  interface Behaviour {
    /**
     * Executes the instruction.
     *
     * @param first the first varying operand in the syntax's order; 0 if there is none
     * @param second the second varying operand in the syntax's order; 0 if there is none
     */
    void execute(Machine machine, int first, int second);
  }

  private final String syntax;
  private final String bits;
  private final int cycles;
  private final Behaviour behaviour;

  Operation(String syntax, String bits, int cycles, Behaviour behaviour) {
    this.syntax = syntax;
    this.bits = bits.replace(" ", "");
    this.cycles = cycles;
    this.behaviour = behaviour;
  }

  /** Returns the mnemonic, such as "ldd". */
  String mnemonic() {
    return syntax.split(" ")[0];
  }

  /** Returns the operands as they are written in the syntax, such as "d" and "Y+q". */
  List<String> operands() {
    String[] parts = syntax.split(" ");
    return parts.length == 1 ? List.of() : List.of(parts[1].split(","));
  }

  /**
   * Returns the letters of the varying operands, in the syntax's order. The character 0 stands for
   * the second word.
   */
  List<Character> fields() {
    List<Character> fields = new ArrayList<>();
    for (String operand : operands()) {
      if (operand.equals("k16")) {
        fields.add('0');
      } else if (bits.indexOf(operand.charAt(operand.length() - 1)) >= 0) {
        fields.add(operand.charAt(operand.length() - 1));
      }
    }
    return fields;
  }

  int words() {
    return operands().contains("k16") ? 2 : 1;
  }

  int cycles() {
    return cycles;
  }

  Behaviour behaviour() {
    return behaviour;
  }

  /** Returns whether the word is the first word of an instruction with this operation. */
  boolean matches(int word) {
    for (int i = 0; i < bits.length(); i++) {
      char bit = bits.charAt(i);
      if ((bit == '0' || bit == '1') && (word >> 15 - i & 1) != bit - '0') {
        return false;
      }
    }
    return true;
  }

  /**
   * Puts the value's lowest bits into a field of the word, and returns the new word. The field's
   * bits must be 0 before.
   */
  int insert(int word, char field, int value) {
    int inserted = word;
    int left = value;
    for (int i = bits.length() - 1; i >= 0; i--) {
      if (bits.charAt(i) == field) {
        inserted |= (left & 1) << 15 - i;
        left >>>= 1;
      }
    }
    return inserted;
  }

  int extract(int word, char field) {
    int value = 0;
    for (int i = 0; i < bits.length(); i++) {
      if (bits.charAt(i) == field) {
        value = value << 1 | word >> 15 - i & 1;
      }
    }
    return value;
  }

  /** Returns the first word of the instruction, with zeros for the operands. */
  int opcode() {
    int word = 0;
    for (int i = 0; i < bits.length(); i++) {
      word = word << 1 | (bits.charAt(i) == '1' ? 1 : 0);
    }
    return word;
  }

  /** Returns the width of a field in bits. */
  int width(char field) {
    return (int) bits.chars().filter(bit -> bit == field).count();
  }

  private static int signed(int value, int width) {
    int shift = Integer.SIZE - width;
    return value << shift >> shift;
  }
}
