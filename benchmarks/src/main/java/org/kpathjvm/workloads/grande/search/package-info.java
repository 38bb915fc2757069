/** Stand-in for Java Grande's search: solves positions of Connect Four by alpha-beta search. */
package org.kpathjvm.workloads.grande.search;
