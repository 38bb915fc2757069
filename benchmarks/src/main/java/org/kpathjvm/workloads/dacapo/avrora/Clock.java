package org.kpathjvm.workloads.dacapo.avrora;

/** Counts the cycles since the start, and knows what happens at which cycle. */
final class Clock {
  private static final class Event {
    private final long due;
    private final Runnable action;
    private Event next;

    Event(long due, Runnable action) {
      this.due = due;
      this.action = action;
    }
  }

  private long now;
  private Event first;

  long now() {
    return now;
  }

  /** Plans an action for a time, after those that are planned for that time already. */
  void schedule(long due, Runnable action) {
    Event event = new Event(due, action);
    if (first == null || due < first.due) {
      event.next = first;
      first = event;
      return;
    }
    Event before = first;
    while (before.next != null && before.next.due <= due) {
      before = before.next;
    }
    event.next = before.next;
    before.next = event;
  }

  /** Lets cycles pass, and runs what is due then. */
  void advance(int cycles) {
    now += cycles;
    while (first != null && first.due <= now) {
      Event due = first;
      first = due.next;
      due.action.run();
    }
  }

  /**
   * Lets the cycles pass until something is due, or until the given time if nothing is due before.
   */
  void skip(long until) {
    long next = first == null ? until : Math.min(first.due, until);
    advance((int) Math.max(0, next - now));
  }
}
