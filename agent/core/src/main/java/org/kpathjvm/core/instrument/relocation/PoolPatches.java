package org.kpathjvm.core.instrument.relocation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.probes.PoolDemand;

/**
 * Finds the constants of a class file that depend on ids. Each is an int, or a packing: a long with
 * an id in its lower half. The instrumentation added these constants after the original ones. No
 * other constant may have the same value: ASM would have made a single entry for both, and a new id
 * would change the other constant.
 */
final class PoolPatches {
  /**
   * The number of ints of a patch: the position of the id's four bytes in the class file, and the
   * method's place in the list of methods.
   */
  static final int PATCH_INTS = 2;

  private static final int COUNT_OFFSET = 8;
  private static final int INTEGER_TAG = 3;
  private static final int LONG_TAG = 5;

  /**
   * The number of bytes of a pool entry including its tag, by tag. It is 0 for UTF-8 text (tag 1),
   * whose length varies, and for tags that don't exist.
   */
  private static final int[] ENTRY_BYTES = {
    0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3
  };

  private final byte[] file;
  private final List<MethodRecord> methods;

  /** Maps each constant that depends on an id to its method's place in the list of methods. */
  private final Map<Number, Integer> owners = new HashMap<>();

  private PoolPatches(byte[] file, List<MethodRecord> methods) {
    this.file = file;
    this.methods = methods;
  }

  /**
   * Finds the constants that depend on ids, and subtracts its method's first id from each.
   *
   * @param file the instrumented class file, which is changed
   * @param original the class file before it was instrumented
   * @return {@link #PATCH_INTS} ints for each constant; null, and the class file unchanged, if the
   *     constants can't be distinguished from others or if an id is part of an instruction
   */
  static int[] takeOut(byte[] file, byte[] original, List<MethodRecord> methods) {
    PoolPatches patches = new PoolPatches(file, methods);
    return patches.knowOwners() ? patches.find(unsignedShort(original, COUNT_OFFSET)) : null;
  }

  /** Adds a number to the int that begins at position {@code at} of the class file. */
  static void add(byte[] file, int at, int number) {
    int value = intAt(file, at) + number;
    file[at] = (byte) (value >> 24);
    file[at + 1] = (byte) (value >> 16);
    file[at + 2] = (byte) (value >> 8);
    file[at + 3] = (byte) value;
  }

  private boolean knowOwners() {
    for (int place = 0; place < methods.size(); place++) {
      PoolDemand demand = methods.get(place).plan.poolDemand;
      if (!demand.hasIdsInPoolOnly()) {
        return false;
      }
      for (Integer id : demand.ids()) {
        if (owners.put(id, place) != null) {
          return false;
        }
      }
      for (Long packing : demand.packings()) {
        if (owners.put(packing, place) != null) {
          return false;
        }
      }
    }
    for (MethodRecord method : methods) {
      PoolDemand demand = method.plan.poolDemand;
      for (Integer number : demand.numbers()) {
        if (owners.containsKey(number)) {
          return false;
        }
      }
      for (Long number : demand.longNumbers()) {
        if (owners.containsKey(number)) {
          return false;
        }
      }
    }
    return true;
  }

  private int[] find(int originalCount) {
    int[] found = new int[PATCH_INTS * owners.size()];
    int size = 0;
    int count = unsignedShort(file, COUNT_OFFSET);
    int at = COUNT_OFFSET + 2;
    for (int index = 1; index < count; index++) {
      int tag = file[at];
      Integer owner = null;
      if (tag == INTEGER_TAG) {
        owner = owners.get(intAt(file, at + 1));
      } else if (tag == LONG_TAG) {
        owner = owners.get((long) intAt(file, at + 1) << 32 | intAt(file, at + 5) & 0xffff_ffffL);
      }
      if (owner != null) {
        if (index < originalCount || size == found.length) {
          return null;
        }
        found[size++] = tag == LONG_TAG ? at + 5 : at + 1;
        found[size++] = owner;
      }
      index += tag == LONG_TAG || tag == LONG_TAG + 1 ? 1 : 0;
      at += tag == 1 ? 3 + unsignedShort(file, at + 1) : ENTRY_BYTES[tag];
    }
    for (int patch = 0; patch < size; patch += PATCH_INTS) {
      add(file, found[patch], -methods.get(found[patch + 1]).plan.firstId());
    }
    return Arrays.copyOf(found, size);
  }

  private static int unsignedShort(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }

  private static int intAt(byte[] bytes, int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | bytes[at + 3] & 0xff;
  }
}
