/** Renaissance, as far as a plug-in sees it: signatures alone, never shipped. */
package org.renaissance;
