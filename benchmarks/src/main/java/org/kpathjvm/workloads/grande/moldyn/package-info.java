/** Stand-in for Java Grande's moldyn: molecular dynamics of argon-like atoms in a periodic box. */
package org.kpathjvm.workloads.grande.moldyn;
