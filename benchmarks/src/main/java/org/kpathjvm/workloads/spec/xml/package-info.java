/** Stand-ins for SPECjvm2008's xml.transform and xml.validation, with Xalan and Xerces. */
package org.kpathjvm.workloads.spec.xml;
