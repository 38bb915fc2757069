package org.kpathjvm.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Tests which packages may depend on which other packages. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.kpathjvm");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.kpathjvm.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void graphsNumberingsAndTheRuntimeDoNotUseAsm() {
    noClasses()
        .that()
        .resideInAnyPackage("..core.cfg..", "..core.numbering..", "..runtime..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.objectweb.asm..")
        .check(CLASSES);
  }

  @Test
  void theRuntimeUsesNoOtherModule() {
    noClasses()
        .that()
        .resideInAPackage("..runtime..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..core..", "..agent..", "..engine..")
        .check(CLASSES);
  }
}
