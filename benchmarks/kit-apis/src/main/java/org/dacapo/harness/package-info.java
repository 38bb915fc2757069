/** Stubs for the part of DaCapo 9.12 and 23.11 that a callback sees. They are never shipped. */
package org.dacapo.harness;
