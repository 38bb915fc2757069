package org.kpathjvm.engine.sharing;

import java.util.Map;
import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.counting.FoldLog;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.Sequences;
import org.kpathjvm.engine.counting.WordCounter;

/** A counter that passes everything to a shared profile, and has no results of its own. */
final class SharedWords implements WordCounter {
  private final SharedProfile profile;

  SharedWords(SharedProfile profile) {
    this.profile = profile;
  }

  @Override
  public void feedWord(int firstId, int bits, int count, long paths, int[] states, int state) {
    profile.feedWord(firstId, bits, count, paths, false, states, state);
  }

  @Override
  public void feedWholes(int firstId, int bits, int count, long paths, long times, int[] states) {
    profile.feedWholes(firstId, bits, count, paths, times);
  }

  @Override
  public int feed(int[] words, int from, int to, int maxId, int[] states, int state) {
    profile.feed(words, from, to, states, state);
    return to;
  }

  @Override
  public void feedRun(int firstId, int bits, int path, int count, int[] states, int state) {
    PathRun run = new PathRun();
    run.set(bits, firstId, path, count);
    profile.feedRun(run, states, state);
  }

  @Override
  public void setMemory(CountingMemory memory) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void fold(int[] states) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void trim() {
    throw new UnsupportedOperationException();
  }

  @Override
  public FoldLog foldLog() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void addAll(SequenceCounter other) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void settle(FoldedContexts contexts) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Sequences sequences() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int size() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<String, Long> figures() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long bytes() {
    throw new UnsupportedOperationException();
  }
}
