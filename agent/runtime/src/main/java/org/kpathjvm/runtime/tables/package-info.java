/**
 * {@link org.kpathjvm.runtime.tables.IdTable}, a hash table that maps path ids to longs. It is the
 * table R of the k-BLPP paper (Fig. 6), and also the table of BLPP with a hash table. Both the
 * engine and the code inside the target use it.
 */
package org.kpathjvm.runtime.tables;
