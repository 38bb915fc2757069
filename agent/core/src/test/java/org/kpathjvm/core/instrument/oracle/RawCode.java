package org.kpathjvm.core.instrument.oracle;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The Code attributes of a class file, parsed from its bytes without any library. This is an
 * independent view of offsets, blocks and handlers. It doesn't support subroutines.
 */
public final class RawCode {
  /** The lengths of instructions by opcode, from JVMS 6.5; 0 where the length varies. */
  private static final String LENGTHS =
      "1111111111111111"
          + "2323322222111111"
          + "1111111111111111"
          + "1111112222211111" // 0x00-0x3f
          + "1111111111111111"
          + "1111111111111111"
          + "1111111111111111"
          + "1111111111111111" // 0x40-0x7f
          + "1111311111111111"
          + "1111111113333333"
          + "3333333332001111"
          + "1133333335532311" // 0x80-0xbf
          + "3311043355"; // 0xc0-0xc9

  final String method;
  public final ByteBuffer code;

  /** The start, end, handler and catch type of each entry of the exception table. */
  final List<int[]> handlers = new ArrayList<>();

  private RawCode(String method, byte[] code) {
    this.method = method;
    this.code = ByteBuffer.wrap(code);
  }

  /** Returns the methods' code; the keys are names directly followed by descriptors. */
  public static Map<String, RawCode> of(byte[] classFile) {
    try {
      return parse(new DataInputStream(new ByteArrayInputStream(classFile)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, RawCode> parse(DataInputStream in) throws IOException {
    in.skipBytes(8);
    String[] utf8 = new String[in.readUnsignedShort()];
    for (int i = 1; i < utf8.length; i++) {
      int tag = in.readUnsignedByte();
      if (tag == 1) {
        utf8[i] = in.readUTF();
      } else {
        in.skipBytes(
            tag == 5 || tag == 6
                ? 8
                : tag == 15 ? 3 : tag == 7 || tag == 8 || tag == 16 || tag >= 19 ? 2 : 4);
        i += tag == 5 || tag == 6 ? 1 : 0;
      }
    }
    in.skipBytes(6);
    in.skipBytes(2 * in.readUnsignedShort());
    Map<String, RawCode> methods = new HashMap<>();
    for (int table = 0; table < 2; table++) {
      for (int members = in.readUnsignedShort(); members > 0; members--) {
        in.skipBytes(2);
        String name = utf8[in.readUnsignedShort()] + utf8[in.readUnsignedShort()];
        for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
          String attribute = utf8[in.readUnsignedShort()];
          byte[] content = in.readNBytes(in.readInt());
          if (attribute.equals("Code")) {
            methods.put(name, codeOf(name, new DataInputStream(new ByteArrayInputStream(content))));
          }
        }
      }
    }
    return methods;
  }

  private static RawCode codeOf(String name, DataInputStream in) throws IOException {
    in.skipBytes(4);
    RawCode code = new RawCode(name, in.readNBytes(in.readInt()));
    for (int entries = in.readUnsignedShort(); entries > 0; entries--) {
      int start = in.readUnsignedShort();
      int end = in.readUnsignedShort();
      code.handlers.add(new int[] {start, end, in.readUnsignedShort(), in.readUnsignedShort()});
    }
    return code;
  }

  public int size() {
    return code.limit();
  }

  int opcode(int at) {
    return code.get(at) & 0xff;
  }

  int next(int at) {
    int length = LENGTHS.charAt(opcode(at)) - '0';
    if (length > 0) {
      return at + length;
    }
    int operands = (at & ~3) + 4;
    switch (opcode(at)) {
      case 0xaa:
        return operands + 12 + 4 * (code.getInt(operands + 8) - code.getInt(operands + 4) + 1);
      case 0xab:
        return operands + 8 + 8 * code.getInt(operands + 4);
      default:
        return at + (opcode(at + 1) == 0x84 ? 6 : 4);
    }
  }

  boolean hasSubroutines() {
    for (int at = 0; at < size(); at = next(at)) {
      if (opcode(at) == 0xa8 || opcode(at) == 0xa9 || opcode(at) == 0xc9) {
        return true;
      }
    }
    return false;
  }

  boolean endsFlow(int at) {
    int opcode = opcode(at);
    return opcode == 0xa7 || opcode >= 0xaa && opcode <= 0xb1 || opcode == 0xbf || opcode == 0xc8;
  }

  /** Returns the targets of a branch or switch; no targets for any other instruction. */
  List<Integer> targets(int at) {
    int opcode = opcode(at);
    if (opcode >= 0x99 && opcode <= 0xa7 || opcode == 0xc6 || opcode == 0xc7) {
      return List.of(at + code.getShort(at + 1));
    }
    if (opcode == 0xc8) {
      return List.of(at + code.getInt(at + 1));
    }
    if (opcode != 0xaa && opcode != 0xab) {
      return Collections.emptyList();
    }
    int operands = (at & ~3) + 4;
    List<Integer> targets = new ArrayList<>(List.of(at + code.getInt(operands)));
    int step = opcode == 0xaa ? 4 : 8;
    for (int i = operands + 12; i < next(at); i += step) {
      targets.add(at + code.getInt(i));
    }
    return targets;
  }

  /** Returns the first and last offset of each reachable block, ascending. */
  List<List<Integer>> blocks() {
    TreeSet<Integer> leaders = new TreeSet<>(List.of(0));
    for (int at = 0; at < size(); at = next(at)) {
      leaders.addAll(targets(at));
      if (!targets(at).isEmpty() || endsFlow(at)) {
        leaders.add(next(at));
      }
    }
    handlers.forEach(handler -> leaders.add(handler[2]));
    Map<Integer, Integer> lasts = new HashMap<>();
    int leader = 0;
    for (int at = 0; at < size(); at = next(at)) {
      leader = leaders.contains(at) ? at : leader;
      lasts.put(leader, at);
    }
    Deque<Integer> pending = new ArrayDeque<>(List.of(0));
    TreeSet<Integer> reached = new TreeSet<>(pending);
    while (!pending.isEmpty()) {
      for (int target : successors(pending.pop(), lasts)) {
        if (reached.add(target)) {
          pending.push(target);
        }
      }
    }
    List<List<Integer>> blocks = new ArrayList<>();
    reached.forEach(first -> blocks.add(Arrays.asList(first, lasts.get(first))));
    return blocks;
  }

  private List<Integer> successors(int first, Map<Integer, Integer> lasts) {
    int last = lasts.get(first);
    List<Integer> successors = new ArrayList<>(targets(last));
    if (!endsFlow(last)) {
      successors.add(next(last));
    }
    for (int[] handler : handlers) {
      if (handler[0] <= last && handler[1] > first) {
        successors.add(handler[2]);
      }
    }
    return successors;
  }
}
