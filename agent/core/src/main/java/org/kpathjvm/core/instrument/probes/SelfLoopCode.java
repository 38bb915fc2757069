package org.kpathjvm.core.instrument.probes;

import org.objectweb.asm.tree.InsnList;

/** A counter on the edges of blocks to themselves, where no path ends there; others as they are. */
final class SelfLoopCode implements EdgeCode {
  private final EdgeCounters selfLoops;
  private final EdgeCode others;

  SelfLoopCode(EdgeCounters selfLoops, EdgeCode others) {
    this.selfLoops = selfLoops;
    this.others = others;
  }

  @Override
  public boolean isNeeded(int from, int to) {
    return on(from, to).isNeeded(from, to);
  }

  @Override
  public boolean mayThrow(int from, int to) {
    return on(from, to).mayThrow(from, to);
  }

  @Override
  public boolean mayStandInTarget(int from, int to) {
    return on(from, to).mayStandInTarget(from, to);
  }

  @Override
  public InsnList code(int from, int to) {
    return on(from, to).code(from, to);
  }

  private EdgeCode on(int from, int to) {
    return selfLoops.isNeeded(from, to) ? selfLoops : others;
  }
}
