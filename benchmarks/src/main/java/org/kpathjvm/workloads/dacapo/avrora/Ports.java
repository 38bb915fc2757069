package org.kpathjvm.workloads.dacapo.avrora;

/** Gives access to devices by their I/O addresses. */
interface Ports {
  /** Reads from the device at an address from 0 to 63. Returns -1 if none answers. */
  int read(int address);

  /** Writes to the device at an address from 0 to 63. Returns false if none takes the value. */
  boolean write(int address, int value);
}
