package org.kpathjvm.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Tests which packages of core may depend on which other packages. */
class ArchitectureTest {
  private static final String ROOM = "..core.instrument.";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.kpathjvm.core");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.kpathjvm.core.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void graphsNumberingsAndEdgesUseNeitherAsmNorInstrumentation() {
    noClasses()
        .that()
        .resideInAnyPackage("..core.cfg..", "..core.numbering..", "..core.edges..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.objectweb.asm..", "..core.instrument..")
        .check(CLASSES);
  }

  @Test
  void codeAnalysisDoesNotUseProbes() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOM + "classfile", ROOM + "code", ROOM + "exceptions")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOM + "options", ROOM + "probes", ROOM + "ladder", ROOM + "metadata")
        .check(CLASSES);
  }

  @Test
  void probesUseNeitherTheLadderNorMetadata() {
    noClasses()
        .that()
        .resideInAPackage(ROOM + "probes")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOM + "ladder", ROOM + "metadata")
        .check(CLASSES);
  }
}
