package org.kpathjvm.core.instrument.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.probes.Scheme;

class SchemesTest {
  @Test
  void everySchemeIsTested() {
    Set<String> schemes =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("org.kpathjvm.core")
                .stream()
                .filter(type -> type.isAssignableTo(Scheme.class))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
    assertEquals(
        schemes,
        Arrays.stream(Schemes.values())
            .map(one -> one.scheme().getClass().getName())
            .collect(Collectors.toSet()));
  }
}
