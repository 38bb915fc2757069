package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The streams of a drain's share of the leases. Each begins with the first chunk of it that is
 * found in the segment.
 */
final class DrainedStreams {
  /** Makes the stream of a lease of which a chunk was found. */
  interface Beginning {
    LeaseStream of(int lease, boolean isCarrier);
  }

  private final BlockLedger blocks;
  private final LeaseShare share;
  private final Beginning beginning;
  private final Map<Integer, LeaseStream> byLease = new HashMap<>();
  private final List<LeaseStream> streams = new ArrayList<>();
  private long foundCount;
  private boolean discarding;

  /** Null if closed blocks of counters are another drain's. */
  private CounterLedger counters;

  DrainedStreams(BlockLedger blocks, LeaseShare share, Beginning beginning) {
    this.blocks = blocks;
    this.share = share;
    this.beginning = beginning;
  }

  /** From now on closed blocks of counters that are found go there. */
  void takeCounters(CounterLedger ledger) {
    counters = ledger;
  }

  /** All streams that have begun, in the order in which they did. */
  List<LeaseStream> all() {
    return streams;
  }

  /** Where they are counted in, each once. */
  Collection<StreamProfile> profiles() {
    return new LinkedHashSet<>(streams.stream().map(LeaseStream::profile).toList());
  }

  /** How many chunks have been found. */
  long foundCount() {
    return foundCount;
  }

  /** Chunks that are finished and aren't counted yet, in the segment. */
  int surplus() {
    return streams.stream().mapToInt(LeaseStream::surplus).sum();
  }

  /** When what is counted next was spilled, by nanoTime; the latest time there is if none was. */
  long behindSince() {
    return streams.stream().mapToLong(LeaseStream::behindSince).min().orElse(Long.MAX_VALUE);
  }

  /** Gives blocks of such chunks back, so many if there are. */
  void spill(int count) {
    int most = count;
    for (LeaseStream stream : streams) {
      most -= stream.spill(most);
    }
  }

  /** From now on chunks are only given back. */
  void discard() {
    discarding = true;
    streams.forEach(LeaseStream::discard);
  }

  /** The target is dead and all was read: reports what never came. */
  void complete() {
    streams.forEach(LeaseStream::complete);
  }

  /** Looks at one block, and takes a chunk that is new; true when the block is in use. */
  boolean examine(int block) {
    if (blocks.isTaken(block)) {
      return true;
    }
    SegmentReader segment = blocks.segment();
    int lease = blocks.leaseOf(block);
    if (lease < 0 || lease >= segment.leaseCount()) {
      return isOther(block);
    }
    boolean carrier = segment.carrier(block);
    if (share.has(lease, carrier)) {
      LeaseStream stream = byLease.get(lease);
      if (stream == null) {
        stream = beginning.of(lease, carrier);
        if (discarding) {
          stream.discard();
        }
        byLease.put(lease, stream);
        streams.add(stream);
      }
      blocks.take(block);
      foundCount++;
      stream.offer(segment.sequence(block), block, carrier);
    }
    return true;
  }

  /** Whether a block is in use for something else than a chunk; takes counters that are closed. */
  private boolean isOther(int block) {
    SegmentReader segment = blocks.segment();
    int state = segment.state(block);
    if (counters != null
        && !segment.kept()
        && SegmentCounters.isOfCounters(state)
        && segment.finalBytes(block) != 0) {
      counters.take(block, blocks);
      return false;
    }
    return state != 0;
  }
}
