/** The part of Renaissance that a plug-in sees. It has signatures alone and is never shipped. */
package org.renaissance;
