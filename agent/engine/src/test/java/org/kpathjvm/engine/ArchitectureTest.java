package org.kpathjvm.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Tests which packages may depend on which other packages. */
class ArchitectureTest {
  private static final String STRUCTURE = "..engine.structure..";
  private static final String CACHE = "..engine.cache..";

  /** The only packages of the runtime that the engine may use. */
  private static final String[] USABLE = {
    "..runtime.layout..", "..runtime.tables..", "..runtime.json.."
  };

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.kpathjvm");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.kpathjvm.engine.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theEngineUsesOnlyLayoutTablesAndJsonOfTheRuntime() {
    noClasses()
        .that()
        .resideInAPackage("..engine..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("..runtime..")
                .and(resideOutsideOfPackages(USABLE))
                .or(resideInAnyPackage("..core..", "..agent..")))
        .check(CLASSES);
  }

  /**
   * The structures of the k-BLPP paper, the simulated caches and the traced counters are only for
   * the evaluation.
   */
  @Test
  void classesOfTheEvaluationAreUsedOnlyByOneAnother() {
    noClasses()
        .that()
        .resideOutsideOfPackages(STRUCTURE, CACHE)
        .and()
        .haveSimpleNameNotStartingWith("Traced")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(STRUCTURE, CACHE).or(simpleNameStartingWith("Traced")))
        .check(CLASSES);
  }
}
