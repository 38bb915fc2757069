package org.kpathjvm.core.instrument.probes;

/** Where a frame of a method has its activation and the word of the paths that it holds back. */
public final class HeldWord {
  /** The local variables: each is a long and takes two. */
  public final int activationLocal;

  public final int wordLocal;

  /** All local variables of a frame. */
  public final int localCount;

  /** What the probes know the method by. */
  public final long packing;

  public HeldWord(int activationLocal, int wordLocal, int localCount, long packing) {
    this.activationLocal = activationLocal;
    this.wordLocal = wordLocal;
    this.localCount = localCount;
    this.packing = packing;
  }
}
