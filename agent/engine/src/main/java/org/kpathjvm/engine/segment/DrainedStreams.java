package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The streams of one drain's leases. A stream begins when its first chunk is found in the segment.
 */
final class DrainedStreams {
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

  /** The ledger to which closed blocks of counters are passed; null if this drain passes none. */
  private CounterLedger counters;

  DrainedStreams(BlockLedger blocks, LeaseShare share, Beginning beginning) {
    this.blocks = blocks;
    this.share = share;
    this.beginning = beginning;
  }

  void takeCounters(CounterLedger ledger) {
    counters = ledger;
  }

  List<LeaseStream> all() {
    return streams;
  }

  Collection<StreamProfile> profiles() {
    return new LinkedHashSet<>(streams.stream().map(LeaseStream::profile).toList());
  }

  long foundCount() {
    return foundCount;
  }

  /** Returns the number of finished, unopened chunks in the segment. */
  int surplus() {
    return streams.stream().mapToInt(LeaseStream::surplus).sum();
  }

  void spill(int count) {
    int most = count;
    for (LeaseStream stream : streams) {
      most -= stream.spill(most);
    }
  }

  /** From now on, makes streams give their blocks back without counting the chunks. */
  void discard() {
    discarding = true;
    streams.forEach(LeaseStream::discard);
  }

  void complete() {
    streams.forEach(LeaseStream::complete);
  }

  /**
   * Examines one block, and takes the chunk in it if the chunk is new and belongs to one of this
   * drain's leases. Returns whether the block is in use.
   */
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

  /**
   * Returns whether a block is in use for something other than a chunk. If the block has closed
   * counters and this drain passes counters on, the block is freed first.
   */
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
