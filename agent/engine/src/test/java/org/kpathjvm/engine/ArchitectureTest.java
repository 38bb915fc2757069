package org.kpathjvm.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The engine knows segments by their layout alone. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.kpathjvm");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.kpathjvm.engine.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theEngineUsesTheLayoutOnly() {
    noClasses()
        .that()
        .resideInAPackage("..engine..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..runtime.recorder..", "..core..", "..agent..")
        .check(CLASSES);
  }
}
