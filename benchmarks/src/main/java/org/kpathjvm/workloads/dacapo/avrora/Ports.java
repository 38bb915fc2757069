package org.kpathjvm.workloads.dacapo.avrora;

/** The I/O addresses behind which there are devices, not memory. */
interface Ports {
  /** Reads an address from 0 to 63; -1 if no device is there. */
  int read(int address);

  /** Writes to an address from 0 to 63; false if no device is there. */
  boolean write(int address, int value);
}
