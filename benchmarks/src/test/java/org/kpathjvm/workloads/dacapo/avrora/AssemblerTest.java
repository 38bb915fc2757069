package org.kpathjvm.workloads.dacapo.avrora;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssemblerTest {
  /** These encodings were worked out by hand from the instruction set manual. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nop | 0000",
        "add r0, r1 | 0c01",
        "add r31, r16 | 0ff0",
        "ldi r16, 0xff | ef0f",
        "subi r18, -1 | 5f2f",
        "cpi r31, 0x12 | 31f2",
        "sbiw r26, 1 | 9711",
        "adiw r30, 63 | 96ff",
        "ret | 9508",
        "push r16 | 930f",
        "pop r0 | 900f",
        "mul r16, r17 | 9f01",
        "movw r24, r30 | 01cf",
        "ldd r16, Y+1 | 8109",
        "std Z+2, r17 | 8312",
        "ldd r16, Y+63 | ad0f",
        "ld r16, -X | 910e",
        "st X+, r0 | 920d",
        "out 0x3f, r16 | bf0f",
        "in r17, 1 | b111",
        "sbi 0x18, 7 | 9ac7",
        "sei | 9478",
        "cli | 94f8",
        "clr r17 | 2711",
        "here: rjmp here | cfff",
        "here: brne here | f7f9",
        "sbrc r16, 3 | fd03",
      })
  void encodesInstructions(String line, String word) {
    assertEquals(Integer.parseInt(word, 16), Assembler.assemble(line).words()[0]);
  }

  @Test
  void decodesOpcodesAndRefusesAnUnknownOne() {
    for (Operation operation : Operation.values()) {
      Instruction decoded = Instruction.decode(operation.opcode(), 0);
      assertEquals(operation, decoded.operation());
    }
    assertThrows(IllegalArgumentException.class, () -> Instruction.decode(0xFFFF, 0));
  }

  @Test
  void resolvesForwardJumpsAndNames() {
    Program program =
        Assembler.assemble(".equ A = 0x123\n jmp end\n sts A, r16\nend: ldi r16, hi(A) ; comment");
    assertEquals(4, program.words()[1]);
    assertEquals(0x123, program.words()[3]);
    assertEquals(0xE001, program.words()[4]);
  }

  @ParameterizedTest
  @CsvSource({
    "ldi r3, line 1 has an unknown instruction: ldi [r3]",
    "'ldi r3, 1', line 1 can't use register r3 here",
    "'adiw r25, 1', line 1 can't use register r25 here",
    "'in r3, 64', line 1 can't use 64 here",
    "rjmp nowhere, 'line 1 uses nowhere, which is not defined'",
  })
  void refusesWrongLines(String line, String message) {
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> Assembler.assemble(line)).getMessage());
  }

  @Test
  void registerPairsComputeSixteenBitResults() {
    for (int a = 0; a < 0x10000; a += 2579) {
      for (int b = 0; b < 0x10000; b += 1933) {
        assertEquals(a + b & 0xFFFF, wide("add r24, r26\n adc r25, r27", a, b));
        assertEquals(a - b & 0xFFFF, wide("sub r24, r26\n sbc r25, r27", a, b));
        assertEquals(a >> 1, wide("lsr r25\n ror r24", a, b));
        assertEquals(a < b ? 1 : 0, wide("cp r24, r26\n cpc r25, r27\n" + flag("brcs"), a, b));
        assertEquals(a == b ? 1 : 0, wide("cp r24, r26\n cpc r25, r27\n" + flag("breq"), a, b));
        boolean isLess = (short) a < (short) b;
        assertEquals(isLess ? 1 : 0, wide("cp r24, r26\n cpc r25, r27\n" + flag("brlt"), a, b));
      }
    }
  }

  private static String flag(String branch) {
    return " ldi r24, 1\n ldi r25, 0\n " + branch + " yes\n ldi r24, 0\nyes: nop";
  }

  /** Runs a program with {@code a} in r25:r24 and {@code b} in r27:r26. Returns r25:r24. */
  private static int wide(String code, int a, int b) {
    Clock clock = new Clock();
    String start = String.format(" ldi r24, %d\n ldi r25, %d\n", a & 0xFF, a >> 8);
    String more = String.format(" ldi r26, %d\n ldi r27, %d\n ", b & 0xFF, b >> 8);
    Machine machine =
        new Machine(
            Assembler.assemble(start + more + code + "\nend: sleep\n rjmp end"),
            clock,
            new Node(0, null));
    machine.run(100);
    return machine.pair(24);
  }

  /** Node 0 runs past the program's end at once. The other nodes come to the barrier later. */
  @Test
  @Timeout(60)
  void aFailedNodeEndsTheRun() {
    Program program =
        Assembler.assemble(" in r16, 1\n cpi r16, 0\n breq end\nhere: rjmp here\nend: nop");
    Network network = new Network(4, program);
    IllegalStateException failed =
        assertThrows(IllegalStateException.class, () -> network.run(1_000_000));
    assertEquals("no instruction at word 5", failed.getMessage());
  }

  @Test
  void nodesHearEachOther() throws Exception {
    Network network = new Network(4, Avrora.program());
    network.run(1_000_000);
    int[] memory = network.nodes.get(0).memory();
    int good = memory[0x166] | memory[0x167] << 8;
    int passed = memory[0x16a] | memory[0x16b] << 8;
    assertTrue(good > 50, "good packets: " + good);
    assertTrue(passed > 10, "packets passed on: " + passed);
    assertTrue(memory[0x141] > 0, "node 0 has the latest value of node 1");
    // The sorted samples begin at 0x110.
    for (int i = 0x111; i < 0x120; i++) {
      assertTrue(memory[i - 1] <= memory[i]);
    }
  }
}
