/** Stubs for the part of DaCapo 2006-10-MR2 that a callback sees. They are never shipped. */
package dacapo;
