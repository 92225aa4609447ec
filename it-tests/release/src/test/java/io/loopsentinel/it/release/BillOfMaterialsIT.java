package io.loopsentinel.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The CycloneDX bills of materials, against what is in the jars. */
class BillOfMaterialsIT {

  static final List<String> MODULES = Release.MODULES;

  /** Packages that the agent's assembly leaves out, since nothing uses them. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "org/apache/hc/core5/(reactor|pool|http/nio|http/impl/(nio|bootstrap|routing))/.*");

  @ParameterizedTest
  @FieldSource("MODULES")
  void namesWhatItIsOf(String module) throws IOException {
    JsonNode bill = bill(module);

    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bill.path("metadata").path("component").path("purl").asText())
        .isEqualTo(
            "pkg:maven/io.loopsentinel/%s@%s?type=jar"
                .formatted(Release.artifact(module), Sources.VERSION));
  }

  @Test
  void ofTheBootstrapIsEmpty() throws IOException {
    assertThat(bill("bootstrap").path("components")).isEmpty();
  }

  /** Each class of the agent's folder is one of a library that the bill names, or of ours. */
  @Test
  void ofTheAgentNamesTheLibrariesInItsJarAndNoOther() throws IOException {
    Set<String> inJar = classes(Release.first().published("dist", ".jar"), "agent/");
    inJar.removeIf(name -> name.startsWith("io/loopsentinel/"));

    Set<String> ofLibraries = new TreeSet<>();
    List<JsonNode> libraries = new ArrayList<>();
    bill("dist").path("components").forEach(libraries::add);
    libraries.removeIf(library -> library.path("group").asText().equals("io.loopsentinel"));
    for (JsonNode library : libraries) {
      Set<String> classes = classes(jarOf(library), "");
      classes.removeIf(name -> LEFT_OUT.matcher(name).matches());
      assertThat(inJar).as(library.path("purl").asText()).containsAll(classes);
      ofLibraries.addAll(classes);
    }

    assertThat(libraries).isNotEmpty();
    assertThat(ofLibraries).isEqualTo(inJar);
  }

  private static JsonNode bill(String module) throws IOException {
    Path file = Release.first().published(module, "-cyclonedx.json");
    return new ObjectMapper().readTree(file.toFile());
  }

  private static Path jarOf(JsonNode library) {
    String name = library.path("name").asText();
    String version = library.path("version").asText();
    return Release.first()
        .repository()
        .resolve(library.path("group").asText().replace('.', '/'))
        .resolve(Path.of(name, version, name + "-" + version + ".jar"));
  }

  /** Returns the classes below a folder, without those for module paths and other JDKs. */
  private static Set<String> classes(Path jar, String folder) throws IOException {
    Set<String> classes = new TreeSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith(folder) && name.endsWith(".class"))
          .map(name -> name.substring(folder.length()))
          .filter(name -> !name.startsWith("META-INF/") && !name.endsWith("-info.class"))
          .forEach(classes::add);
    }
    return classes;
  }
}
