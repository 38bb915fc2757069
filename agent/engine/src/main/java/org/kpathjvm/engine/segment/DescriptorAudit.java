package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_FREE;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_STREAM;
import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_TABLE;

/**
 * Reports blocks whose descriptors are damaged. May run only when the target is dead and no drain
 * is running.
 */
public final class DescriptorAudit {
  private DescriptorAudit() {}

  public static void run(SegmentReader segment, FailureLog failures) {
    int leases = segment.leaseCount();
    for (int block = 0; block < segment.blockCount(); block++) {
      int state = segment.state(block);
      if (state < BLOCK_FREE || state > BLOCK_TABLE) {
        failures.add("block " + block + " is damaged: it has the state " + state);
      } else if (state == BLOCK_STREAM
          && (segment.lease(block) < 0 || segment.lease(block) >= leases)) {
        failures.add(
            "block "
                + block
                + " is damaged: it belongs to lease "
                + segment.lease(block)
                + ", but the number of leases is "
                + leases);
      }
    }
  }
}
