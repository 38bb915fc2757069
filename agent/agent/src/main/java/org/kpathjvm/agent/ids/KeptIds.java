package org.kpathjvm.agent.ids;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * The ids that classes of a running program had in earlier recordings. A class gets the same ids
 * again, because new ids would be new constants in the class's code, and HotSpot keeps the
 * constants of all code that the class ever had. But old code of the class may still have live
 * activations, which count under the old ids. In that case the class gets passing ids, which are
 * ids for one recording only.
 */
public final class KeptIds {
  /**
   * A path register's initial value may lie outside of the method's range of ids, by at most the
   * range's length plus this number.
   */
  private static final int ROOM = 16;

  private static final class Range {
    final int first;
    final int count;

    /** The latest recording for which the range was handed out. */
    int recording;

    Range(int first, int count) {
      this.first = first;
      this.count = count;
    }
  }

  private static final class Given {
    final List<Range> kept = new ArrayList<>(1);

    /** The ranges of passing ids that the class has in the current recording. */
    final List<Range> passing = new ArrayList<>(0);
  }

  private final Map<Class<?>, Given> classes = new WeakHashMap<>();
  private IdRanges fresh;
  private Predicate<Class<?>> isLive = type -> true;
  private int recording;

  /**
   * Creates an object for all recordings of a program.
   *
   * @param reserved the number of ids, from the first one on, that no class gets
   */
  public KeptIds(int reserved) {
    fresh = IdRanges.after(reserved, 0, last -> {});
  }

  /**
   * Begins the next recording.
   *
   * @param tableIds see {@link IdRanges}
   * @param provide is called now, and again whenever more ids are handed out. Its argument is the
   *     highest id that was ever handed out
   * @param live returns whether code that a class had in an earlier recording may be on a stack
   */
  public synchronized void begin(int tableIds, IntConsumer provide, Predicate<Class<?>> live) {
    fresh = fresh.next(tableIds, provide);
    provide.accept(fresh.last());
    isLive = live;
    recording++;
    classes.values().forEach(given -> given.passing.clear());
  }

  /**
   * Returns the object that hands out the ids of a class.
   *
   * @param type null if the class is about to be loaded
   */
  public ClassIds of(Class<?> type) {
    return type == null ? this::allocate : new Own(type);
  }

  private synchronized int allocate(int count) {
    return fresh.allocate(count);
  }

  private final class Own implements ClassIds {
    private final Class<?> type;

    Own(Class<?> type) {
      this.type = type;
    }

    @Override
    public int allocate(int count) {
      synchronized (KeptIds.this) {
        return KeptIds.this.allocate(
            classes.computeIfAbsent(type, it -> new Given()), isLive.test(type), count);
      }
    }

    @Override
    public boolean hasPassing() {
      synchronized (KeptIds.this) {
        Given given = classes.get(type);
        return given != null && !given.passing.isEmpty();
      }
    }

    @Override
    public boolean isPassing(int number) {
      synchronized (KeptIds.this) {
        for (Range range : classes.get(type).passing) {
          int room = range.count + ROOM;
          if (number >= range.first - room && number - range.first < range.count + room) {
            return true;
          }
        }
        return false;
      }
    }
  }

  private int allocate(Given given, boolean live, int count) {
    Range range = live ? null : unused(given, count);
    if (range == null) {
      int first = fresh.allocate(count);
      if (first < 0) {
        return -1;
      }
      range = new Range(first, count);
      (live && hadSome(given) ? given.passing : given.kept).add(range);
    }
    range.recording = recording;
    return range.first;
  }

  /** Returns whether the class had ids in an earlier recording. */
  private boolean hadSome(Given given) {
    return !given.kept.isEmpty() && given.kept.get(0).recording < recording;
  }

  /**
   * Returns a range of {@code count} ids that the class had before, and that hasn't been handed out
   * in this recording; null if there is none. The methods of a class get their ids in the order in
   * which the class file lists the methods, so each method gets the range that it had before.
   */
  private Range unused(Given given, int count) {
    for (Range range : given.kept) {
      if (range.count == count && range.recording < recording) {
        return range;
      }
    }
    return null;
  }

  /**
   * Forgets the ids of a class, so that the class gets other ids from now on. The class may still
   * have code with the old ids.
   */
  public synchronized void forget(Class<?> type) {
    classes.remove(type);
  }

  /** Returns whether the ids of no class are kept. */
  public synchronized boolean isEmpty() {
    return classes.isEmpty();
  }

  /** Returns the highest id that has ever been handed out or reserved; 0 if there is none. */
  public synchronized int last() {
    return fresh.last();
  }
}
