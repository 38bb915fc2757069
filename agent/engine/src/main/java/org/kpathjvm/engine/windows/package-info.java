/** Which parts of streams are counted, when that is changed while they are recorded. */
package org.kpathjvm.engine.windows;
