/** DaCapo 9.12 and 23.11, as far as a callback sees them: signatures alone, never shipped. */
package org.dacapo.harness;
