package org.kpathjvm.core.instrument.code;

import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * An entry of the exception table, with its bounds as places, which are indices in the original
 * instruction list.
 */
public final class HandlerRange {
  public final TryCatchBlockNode entry;

  /** The place of the first instruction that is covered. */
  public final int start;

  /** The place of the first instruction after the covered ones. */
  public final int end;

  /** The block with which the handler begins; -1 if the handler is dead code. */
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

  /** Returns whether the entry catches every exception. */
  public boolean catchesAll() {
    return entry.type == null;
  }
}
