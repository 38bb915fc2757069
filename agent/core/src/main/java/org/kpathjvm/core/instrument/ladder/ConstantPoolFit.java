package org.kpathjvm.core.instrument.ladder;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpathjvm.core.instrument.probes.PoolDemand;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.instrument.probes.Rung;
import org.objectweb.asm.ClassReader;

/**
 * Lowers methods' rungs until the class's constant pool is small enough. Each step lowers the
 * method whose probes need the most constants. If several methods need equally many constants, the
 * step lowers the first of these methods in the class file. All methods reach {@link Rung#ENTRY}
 * before any method loses all its probes.
 */
public final class ConstantPoolFit {
  private static final int MAX_POOL_COUNT = 65_535;
  private static final int CLASS_TAG = 7;

  private final ClassReader original;
  private final MethodLadder ladder;
  private final List<Choice> choices;
  private Set<String> classes = Set.of();

  /**
   * Prepares to lower rungs.
   *
   * @param choices the methods' choices in the order of the class file; in this list, the choices
   *     of lowered methods are replaced
   */
  public ConstantPoolFit(ClassReader original, MethodLadder ladder, List<Choice> choices) {
    this.original = original;
    this.ladder = ladder;
    this.choices = choices;
  }

  /**
   * Lowers rungs until the pool's predicted size fits, or until no method has probes.
   *
   * @param surplus the number of entries that the written pool needs beyond the prediction; 0
   *     unless the class file has constants in a form that no compiler writes
   */
  public void fit(int surplus) {
    if (sumOfDemands() + surplus <= MAX_POOL_COUNT || predicted() + surplus <= MAX_POOL_COUNT) {
      return;
    }
    classes = namesOfClasses();
    int count = predicted() + surplus;
    while (count > MAX_POOL_COUNT) {
      int largest = largest(false);
      largest = largest < 0 ? largest(true) : largest;
      if (largest < 0) {
        return;
      }
      String reason =
          "class-too-large: "
              + count
              + " constants with probes, but a class file holds at most "
              + MAX_POOL_COUNT;
      choices.set(largest, ladder.lower(choices.get(largest), reason));
      count = predicted() + surplus;
    }
  }

  /**
   * Returns an upper bound on the pool's count, which is one more than the number of its entries.
   * The count may exceed the bound only if the class file has constants in a form that no compiler
   * writes.
   */
  public int predicted() {
    PoolDemand all = new PoolDemand();
    for (Choice choice : choices) {
      if (choice.plan != null) {
        all.add(choice.plan.poolDemand);
      }
    }
    return original.getItemCount() + all.entries(classes);
  }

  /** Returns a coarser bound than {@link #predicted}. It suffices for nearly every class. */
  private long sumOfDemands() {
    long sum = original.getItemCount();
    for (Choice choice : choices) {
      if (choice.plan != null) {
        sum += choice.plan.poolDemand.entries(classes);
      }
    }
    return sum;
  }

  /**
   * Returns the place of the choice that needs the most constants; -1 if no choice is considered.
   * If {@code onEntry} is true, only methods on {@link Rung#ENTRY} are considered, and otherwise
   * only methods above that rung.
   */
  private int largest(boolean onEntry) {
    int largest = -1;
    int most = -1;
    for (int place = 0; place < choices.size(); place++) {
      ProbePlan plan = choices.get(place).plan;
      if (plan != null && (plan.rung == Rung.ENTRY) == onEntry) {
        int needed = plan.poolDemand.entries(classes);
        if (needed > most) {
          most = needed;
          largest = place;
        }
      }
    }
    return largest;
  }

  private Set<String> namesOfClasses() {
    char[] buffer = new char[original.getMaxStringLength()];
    Set<String> names = new HashSet<>();
    for (int index = 1; index < original.getItemCount(); index++) {
      int at = original.getItem(index);
      if (at > 0 && original.readByte(at - 1) == CLASS_TAG) {
        names.add(original.readUTF8(at, buffer));
      }
    }
    return names;
  }
}
