package io.loopsentinel.embeddings;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.EmbeddingExtension;
import io.loopsentinel.store.kit.ExtensionJar;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The jar, in class loaders as the agent gives them: nothing but the JDK and the API. */
class EmbeddingsJarIT {

  private static final Path JAR = Path.of("target/loop-sentinel-embeddings.jar");
  private static final int DIMENSIONS = 384;

  @Test
  @Timeout(60)
  void needsNothingElseAndWritesNothingAlsoAfterAReload() throws Exception {
    try (ExtensionJar<EmbeddingExtension> first = ExtensionJar.open(JAR, EmbeddingExtension.class);
        ExtensionJar<EmbeddingExtension> second =
            ExtensionJar.open(JAR, EmbeddingExtension.class)) {
      ExtensionJar.assertSilent(
          () -> {
            embedWith(first.extension());
            embedWith(second.extension());
          });
    }
  }

  private static void embedWith(EmbeddingExtension extension) throws Exception {
    assertThat(extension.name()).isEqualTo("minilm");
    float[] vector = extension.embed("late orders");
    while (vector == null) {
      Thread.onSpinWait();
      vector = extension.embed("late orders");
    }
    assertThat(vector).hasSize(DIMENSIONS);
  }

  @Test
  void hasLicencesAndNoFilesForDebuggers() throws Exception {
    assertThat(ExtensionJar.files(JAR))
        .contains("META-INF/LICENSE", "META-INF/NOTICE", "ThirdPartyNotices.txt")
        .noneMatch(name -> name.endsWith(".pdb") || name.contains(".dSYM"));
  }
}
