package io.loopsentinel.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The files that are published. */
class PublishedFilesIT {

  static final List<String> MODULES = Release.MODULES;

  private static final List<String> ENDINGS =
      List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", ".pom");

  @Test
  void areOfTheseModulesAndNoOther() {
    assertThat(Release.first().published().keySet())
        .allMatch(path -> path.matches("io/loopsentinel/loop-sentinel(-bootstrap|-engine)?/.*"));
  }

  @ParameterizedTest
  @FieldSource("MODULES")
  void haveTheChecksumsThatMavenCentralAsksFor(String module) throws Exception {
    for (String ending : ENDINGS) {
      Path file = Release.first().published(module, ending);

      assertThat(Release.first().published(module, ending + ".md5")).hasContent(hash("MD5", file));
      assertThat(Release.first().published(module, ending + ".sha1"))
          .hasContent(hash("SHA-1", file));
    }
  }

  /** The file that {@code sha256sum -c} reads. */
  @ParameterizedTest
  @FieldSource("MODULES")
  void haveSha256SumsWhereTheyAreBuilt(String module) throws Exception {
    Path target = Release.first().target(module);
    Path sums = target.resolve(Release.artifact(module) + "-" + Sources.VERSION + ".sha256");

    Map<String, String> hashes =
        Files.readAllLines(sums).stream()
            .map(line -> line.split(" \\*", 2))
            .collect(Collectors.toMap(line -> line[1], line -> line[0]));

    assertThat(hashes).hasSize(ENDINGS.size());
    for (Map.Entry<String, String> entry : hashes.entrySet()) {
      assertThat(hash("SHA-256", target.resolve(entry.getKey())))
          .as(entry.getKey())
          .isEqualTo(entry.getValue());
    }
    for (String ending : ENDINGS) {
      Path file = Release.first().published(module, ending);
      assertThat(hashes.values()).as(ending).contains(hash("SHA-256", file));
    }
  }

  @ParameterizedTest
  @FieldSource("MODULES")
  void haveTheSourceOfEachClass(String module) throws IOException {
    List<String> sources = names(Release.first().published(module, "-sources.jar"));

    assertThat(sources).contains("META-INF/LICENSE");
    assertThat(sources.stream().filter(name -> name.endsWith(".java")))
        .containsExactlyInAnyOrderElementsOf(Sources.javaFiles(module));
  }

  @Test
  void documentTheClassesThatApplicationsUse() throws IOException {
    assertThat(names(Release.first().published("bootstrap", "-javadoc.jar")))
        .contains(
            "index.html",
            "io/loopsentinel/LoopSentinel.html",
            "io/loopsentinel/LoopEvent.html",
            "io/loopsentinel/ToolLoopError.html");
    assertThat(names(Release.first().published("engine", "-javadoc.jar")))
        .contains("index.html", "io/loopsentinel/engine/Sentinel.html");
    assertThat(names(Release.first().published("dist", "-javadoc.jar")))
        .contains("index.html", "io/loopsentinel/launch/LoopSentinelAgent.html")
        .noneMatch(name -> name.startsWith("io/loopsentinel/agent/"));
  }

  @Test
  void bringTheLicence() throws IOException {
    assertThat(names(Release.first().published("bootstrap", ".jar"))).contains("META-INF/LICENSE");
    assertThat(names(Release.first().published("engine", ".jar"))).contains("META-INF/LICENSE");
    assertThat(names(Release.first().published("dist", ".jar")))
        .contains("agent/META-INF/LICENSE", "agent/META-INF/NOTICE");
  }

  private static List<String> names(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream().map(entry -> entry.getName()).toList();
    }
  }

  private static String hash(String algorithm, Path file)
      throws IOException, GeneralSecurityException {
    byte[] hash = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(hash);
  }
}
