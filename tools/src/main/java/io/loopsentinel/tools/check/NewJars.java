package io.loopsentinel.tools.check;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Jars of new versions, and the jars of a class path that they replace. */
final class NewJars {

  private final List<NewJar> jars;

  NewJars(List<Path> jars) {
    this.jars =
        jars.stream()
            .map(jar -> new NewJar(jar.toString(), new ArrayList<>(), Artifact.of(jar)))
            .toList();
  }

  /** Returns whether a new jar has the same artifact as a jar; records that it replaces it. */
  boolean markReplaced(Path jar) {
    Artifact old = Artifact.of(jar);
    List<NewJar> successors = jars.stream().filter(each -> each.artifact().matches(old)).toList();
    successors.forEach(each -> each.replaces().add(jar.getFileName().toString()));
    return !successors.isEmpty();
  }

  /** Returns the new jars with the jars that they replace. */
  List<DriftReport.Jar> report() {
    return jars.stream()
        .map(each -> new DriftReport.Jar(each.file(), List.copyOf(each.replaces())))
        .toList();
  }

  private record NewJar(String file, List<String> replaces, Artifact artifact) {}

  /**
   * The identity of a jar in all its versions.
   *
   * @param coordinates the coordinates that Maven wrote into the jar
   * @param name the file name without version
   */
  private record Artifact(@Nullable String coordinates, String name) {

    /** Maximum bytes to read of such a file, which has some hundred. */
    private static final int MAX_POM_BYTES = 1 << 16;

    private static final Pattern VERSION = Pattern.compile("(-\\d.*)?(\\.[a-z]+)?$");
    private static final Pattern POM = Pattern.compile("/?META-INF/maven/.*/pom\\.properties");

    static Artifact of(Path jar) {
      String name = VERSION.matcher(jar.getFileName().toString()).replaceFirst("");
      List<String> all = coordinates(jar);
      return new Artifact(
          all.stream()
              .filter(each -> all.size() == 1 || each.endsWith(":" + name))
              .findFirst()
              .orElse(null),
          name);
    }

    boolean matches(Artifact other) {
      return (coordinates == null || other.coordinates == null)
          ? name.equals(other.name)
          : coordinates.equals(other.coordinates);
    }

    /** Returns the coordinates of all artifacts in a jar; empty if it is not a jar. */
    private static List<String> coordinates(Path jar) {
      if (Files.isDirectory(jar)) {
        return List.of();
      }
      try (FileSystem archive = FileSystems.newFileSystem(jar);
          Stream<Path> files = Files.walk(archive.getPath("/META-INF"))) {
        List<String> found = new ArrayList<>();
        for (Path file : files.filter(each -> POM.matcher(each.toString()).matches()).toList()) {
          Properties pom = new Properties();
          try (InputStream in = Files.newInputStream(file)) {
            pom.load(new ByteArrayInputStream(in.readNBytes(MAX_POM_BYTES)));
          }
          found.add(pom.getProperty("groupId") + ":" + pom.getProperty("artifactId"));
        }
        return found;
      } catch (IOException | RuntimeException e) {
        // Reading its classes reports the problem.
        return List.of();
      }
    }
  }
}
