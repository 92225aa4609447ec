package io.loopsentinel.embeddings;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.EmbeddingExtension;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The jar, in class loaders as the agent gives them: nothing but the JDK and the API. */
class EmbeddingsJarIT {

  private static final Path JAR = Path.of("target/loop-sentinel-embeddings.jar");
  private static final int DIMENSIONS = 384;

  /** The parent class loader of extensions. */
  private static final class ApiLoader extends ClassLoader {

    ApiLoader() {
      super(getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("io.loopsentinel.engine.api.")) {
        return Class.forName(name, false, EmbeddingsJarIT.class.getClassLoader());
      }
      throw new ClassNotFoundException(name);
    }
  }

  @Test
  @Timeout(60)
  void needsNothingElseAndWritesNothingAlsoAfterAReload() throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (URLClassLoader first = loader();
        URLClassLoader second = loader();
        PrintStream writing = new PrintStream(written, true, StandardCharsets.UTF_8)) {
      System.setOut(writing);
      System.setErr(writing);
      embedWith(first);
      embedWith(second);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(written.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  private static URLClassLoader loader() throws Exception {
    return new URLClassLoader(new URL[] {JAR.toUri().toURL()}, new ApiLoader());
  }

  private static void embedWith(ClassLoader jar) throws Exception {
    EmbeddingExtension extension =
        ServiceLoader.load(EmbeddingExtension.class, jar).findFirst().orElseThrow();
    assertThat(extension.name()).isEqualTo("minilm");
    assertThat(extension.getClass().getClassLoader()).isSameAs(jar);
    float[] vector = extension.embed("late orders");
    while (vector == null) {
      Thread.onSpinWait();
      vector = extension.embed("late orders");
    }
    assertThat(vector).hasSize(DIMENSIONS);
  }

  @Test
  void hasLicencesAndNoFilesForDebuggers() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(entry -> entry.getName()))
          .contains("META-INF/LICENSE", "META-INF/NOTICE", "ThirdPartyNotices.txt")
          .noneMatch(name -> name.endsWith(".pdb") || name.contains(".dSYM"));
    }
  }
}
