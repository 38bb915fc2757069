/** Stubs for the part of Renaissance that a plug-in sees. They are never shipped. */
package org.renaissance;
