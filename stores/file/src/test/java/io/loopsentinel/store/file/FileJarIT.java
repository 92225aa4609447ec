package io.loopsentinel.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Log;
import io.loopsentinel.engine.api.SharedStoreExtension;
import io.loopsentinel.store.kit.ExtensionJar;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar, in a class loader as the agent gives it: nothing but the JDK and the API. */
class FileJarIT {

  private static final Path JAR = Path.of("target/loop-sentinel-file.jar");

  @Test
  void needsNothingElseStartsNoThreadAndWritesNothing(@TempDir Path folder) throws Exception {
    try (ExtensionJar<SharedStoreExtension> jar =
        ExtensionJar.open(JAR, SharedStoreExtension.class)) {
      ExtensionJar.assertSilent(() -> use(jar.extension(), folder.resolve("sessions.db")));
    }
  }

  private static void use(SharedStoreExtension extension, Path file) throws Exception {
    assertThat(extension.name()).isEqualTo("file");
    try (SharedStore store = extension.configure(Map.of("path", file.toString()))) {
      for (int number = 1; number <= 1_000; number++) {
        Appends.append(store, "one", number);
      }
      assertThat(store.add(Map.of("cost", 1.0), Appends.HOUR)).containsEntry("cost", 1.0);
      assertThat(store.logs(5)).extracting(Log::session).containsExactly("one");
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .noneMatch(name -> name.contains("MVStore") || name.contains("H2"));
    }
  }

  @Test
  void hasLicences() throws Exception {
    assertThat(ExtensionJar.files(JAR)).contains("META-INF/LICENSE", "META-INF/NOTICE");
  }
}
