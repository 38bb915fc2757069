package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

class TransfersTest {
  private static final LabelNode A = new LabelNode();
  private static final LabelNode B = new LabelNode();
  private static final LabelNode C = new LabelNode();

  static Stream<Arguments> instructions() {
    return Stream.of(
        arguments(new InsnNode(Opcodes.IADD), List.of()),
        arguments(new JumpInsnNode(Opcodes.GOTO, A), List.of(A)),
        arguments(new JumpInsnNode(Opcodes.IFNULL, A), List.of(A)),
        arguments(new TableSwitchInsnNode(0, 2, A, B, C, A), List.of(A, B, C, A)),
        arguments(
            new LookupSwitchInsnNode(A, new int[] {1, 5}, new LabelNode[] {A, C}),
            List.of(A, A, C)));
  }

  @ParameterizedTest
  @MethodSource("instructions")
  void allTargetsOfAnInstructionAreRedirected(AbstractInsnNode instruction, List<LabelNode> all) {
    assertEquals(all, Transfers.targets(instruction));
    LabelNode other = new LabelNode();
    Transfers.redirect(instruction, label -> label == A ? other : label);
    all =
        all.stream()
            .map(label -> label == A ? other : label)
            .collect(java.util.stream.Collectors.toList());
    assertEquals(all, Transfers.targets(instruction));
    Transfers.redirect(instruction, label -> label == other ? A : label);
  }
}
