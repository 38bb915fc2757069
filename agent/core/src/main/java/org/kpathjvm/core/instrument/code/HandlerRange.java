package org.kpathjvm.core.instrument.code;

import org.objectweb.asm.tree.TryCatchBlockNode;

/** An entry of the exception table, in places of the original code. */
public final class HandlerRange {
  public final TryCatchBlockNode entry;

  /** Place of the first instruction covered. */
  public final int start;

  /** Place of the first instruction that isn't covered any more. */
  public final int end;

  /** Block of the handler's entry, or -1 if the handler is dead code. */
  public final int handler;

  HandlerRange(TryCatchBlockNode entry, int start, int end, int handler) {
    this.entry = entry;
    this.start = start;
    this.end = end;
    this.handler = handler;
  }

  public boolean covers(int place) {
    return start <= place && place < end;
  }

  /** Whether it catches every exception, as the handlers that leave a monitor do. */
  public boolean catchesAll() {
    return entry.type == null;
  }
}
