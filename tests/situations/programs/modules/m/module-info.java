/** Requires nothing but java.base. */
module m {}
