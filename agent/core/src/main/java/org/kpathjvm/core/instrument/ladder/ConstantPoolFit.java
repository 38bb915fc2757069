package org.kpathjvm.core.instrument.ladder;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpathjvm.core.instrument.probes.PoolDemand;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.instrument.probes.Rung;
import org.objectweb.asm.ClassReader;

/**
 * Lowers methods' rungs until the class's constant pool fits: the method that needs most constants
 * for itself goes first, of equal ones the first in the class file; all methods come to {@link
 * Rung#ENTRY} before one of them comes to none.
 */
public final class ConstantPoolFit {
  private static final int MAX_POOL_COUNT = 65_535;
  private static final int CLASS_TAG = 7;

  private final ClassReader original;
  private final MethodLadder ladder;
  private final List<Choice> choices;
  private Set<String> classes = Set.of();

  /**
   * @param choices in the order of the class file; they are replaced
   */
  public ConstantPoolFit(ClassReader original, MethodLadder ladder, List<Choice> choices) {
    this.original = original;
    this.ladder = ladder;
    this.choices = choices;
  }

  /**
   * Lowers rungs until the predicted size fits.
   *
   * @param surplus entries that the writer needs beyond what is predicted: what a class file holds
   *     in a form that no writer gives it
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
              + " constants with probes, a class file holds "
              + MAX_POOL_COUNT;
      choices.set(largest, ladder.lower(choices.get(largest), reason));
      count = predicted() + surplus;
    }
  }

  /** Upper bound of the pool's count, which is one more than its entries. */
  public int predicted() {
    PoolDemand all = new PoolDemand();
    for (Choice choice : choices) {
      if (choice.plan != null) {
        all.add(choice.plan.poolDemand);
      }
    }
    return original.getItemCount() + all.entries(classes);
  }

  /** Coarser than {@link #predicted}, and enough for nearly every class. */
  private long sumOfDemands() {
    long sum = original.getItemCount();
    for (Choice choice : choices) {
      if (choice.plan != null) {
        sum += choice.plan.poolDemand.entries(classes);
      }
    }
    return sum;
  }

  /** The place of the choice that needs most; -1 if there is none of that kind. */
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
