/** What methods have in them that count other things than Ball and Larus's paths. */
package org.kpathjvm.core.instrument.schemes;
