package io.loopsentinel.it.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopSentinel;
import io.loopsentinel.engine.Sentinel;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The jars that an application compiles against have module names that no version changes. */
class ModuleNamesIT {

  @Test
  void areThoseOfTheirPackages() throws URISyntaxException {
    assertThat(moduleWith(LoopSentinel.class)).isEqualTo("io.loopsentinel");
    assertThat(moduleWith(Sentinel.class)).isEqualTo("io.loopsentinel.engine");
  }

  private static String moduleWith(Class<?> type) throws URISyntaxException {
    Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    return ModuleFinder.of(jar).findAll().stream()
        .map(found -> found.descriptor())
        .filter(found -> found.packages().contains(type.getPackageName()))
        .map(ModuleDescriptor::name)
        .findFirst()
        .orElseThrow();
  }
}
