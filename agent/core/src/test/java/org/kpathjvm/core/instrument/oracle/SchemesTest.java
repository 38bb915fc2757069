package org.kpathjvm.core.instrument.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.probes.Scheme;

class SchemesTest {
  private static final String SUFFIX = ".class";

  @Test
  void everySchemeIsThere() throws IOException, URISyntaxException {
    Path classes =
        Path.of(Scheme.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<Class<?>> schemes;
    try (Stream<Path> files = Files.walk(classes)) {
      schemes =
          files
              .map(file -> classes.relativize(file).toString())
              .filter(file -> file.endsWith("Scheme" + SUFFIX))
              .map(SchemesTest::loaded)
              .filter(type -> Scheme.class.isAssignableFrom(type))
              .filter(type -> !Modifier.isAbstract(type.getModifiers()))
              .collect(Collectors.toSet());
    }
    assertEquals(
        schemes,
        Arrays.stream(Schemes.values())
            .map(one -> one.scheme().getClass())
            .collect(Collectors.toSet()));
  }

  private static Class<?> loaded(String file) {
    try {
      return Class.forName(file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
