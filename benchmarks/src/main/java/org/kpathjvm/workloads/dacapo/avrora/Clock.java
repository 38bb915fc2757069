package org.kpathjvm.workloads.dacapo.avrora;

/** Counts the cycles since the start, and runs each planned action when its time has come. */
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

  /**
   * Plans an action for a time. The action runs after the actions that were planned earlier for the
   * same time.
   */
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

  /** Lets cycles pass, and runs the actions that become due. */
  void advance(int cycles) {
    now += cycles;
    while (first != null && first.due <= now) {
      Event due = first;
      first = due.next;
      due.action.run();
    }
  }

  /** Lets cycles pass until an action is due, but at most until the given time. */
  void skip(long until) {
    long next = first == null ? until : Math.min(first.due, until);
    advance((int) Math.max(0, next - now));
  }
}
