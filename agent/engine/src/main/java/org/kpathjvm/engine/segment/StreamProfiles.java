package org.kpathjvm.engine.segment;

/** Where the streams of a segment's leases are consumed into. */
public interface StreamProfiles {
  /** The profile of a lease; called by its drain. Carriers of virtual threads share one. */
  StreamProfile of(SegmentReader segment, int drain, int lease, boolean carrier);
}
