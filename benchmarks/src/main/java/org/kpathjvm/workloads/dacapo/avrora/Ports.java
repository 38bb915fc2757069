package org.kpathjvm.workloads.dacapo.avrora;

/** The I/O addresses that belong to devices instead of memory. */
interface Ports {
  /** Reads an address from 0 to 63. Returns -1 if no device is there. */
  int read(int address);

  /** Writes to an address from 0 to 63. Returns false if no device is there. */
  boolean write(int address, int value);
}
