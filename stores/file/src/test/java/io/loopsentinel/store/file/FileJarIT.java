package io.loopsentinel.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Log;
import io.loopsentinel.engine.api.SharedStoreExtension;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar, in a class loader as the agent gives it: nothing but the JDK and the API. */
class FileJarIT {

  private static final Path JAR = Path.of("target/loop-sentinel-file.jar");

  /** The parent class loader of extensions. */
  private static final class ApiLoader extends ClassLoader {

    ApiLoader() {
      super(getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("io.loopsentinel.engine.api.")) {
        return Class.forName(name, false, FileJarIT.class.getClassLoader());
      }
      throw new ClassNotFoundException(name);
    }
  }

  @Test
  void needsNothingElseStartsNoThreadAndWritesNothing(@TempDir Path folder) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (URLClassLoader jar = new URLClassLoader(new URL[] {JAR.toUri().toURL()}, new ApiLoader());
        PrintStream writing = new PrintStream(written, true, StandardCharsets.UTF_8)) {
      System.setOut(writing);
      System.setErr(writing);
      use(jar, folder.resolve("sessions.db"));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(written.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  private static void use(ClassLoader jar, Path file) throws Exception {
    SharedStoreExtension extension =
        ServiceLoader.load(SharedStoreExtension.class, jar).findFirst().orElseThrow();
    assertThat(extension.name()).isEqualTo("file");
    assertThat(extension.getClass().getClassLoader()).isSameAs(jar);
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
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(entry -> entry.getName()))
          .contains("META-INF/LICENSE", "META-INF/NOTICE");
    }
  }
}
