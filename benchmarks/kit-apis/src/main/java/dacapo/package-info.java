/**
 * The part of DaCapo 2006-10-MR2 that a callback sees. It consists of signatures only and is never
 * shipped.
 */
package dacapo;
