/**
 * The hash table {@link org.kpathjvm.runtime.tables.IdTable} from path ids to longs. It is the
 * table R of the k-BLPP paper (Fig. 6), and the table of BLPP by hash as well, both in the engine
 * and inside the target.
 */
package org.kpathjvm.runtime.tables;
