package io.loopsentinel.it.drift;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A framework as a Maven project of its own, whose class path no other one has a say in.
 *
 * @param folder the project's
 * @param artifacts its dependencies: group, artifact and version with colons between them, and
 *     {@code :pom} after those that only tell versions
 */
record Framework(Path folder, List<String> artifacts) {

  private static final Pattern VERSION = Pattern.compile("<version>(.*)</version></dependency>");
  private static final String PRE_RELEASE = "(?i).*[.-](alpha|beta|m|rc|cr|preview|snapshot).*";

  String name() {
    return folder.getFileName().toString();
  }

  /** Returns the version of its first artifact that is tested today. */
  String today() {
    return artifacts.get(0).split(":", -1)[2];
  }

  /** Writes its project file; new versions may be pre-releases only where that of today is one. */
  void write() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>drift</groupId>
            <artifactId>frameworks</artifactId>
            <version>1</version>
          </parent>
          <artifactId>%s</artifactId>
          <packaging>pom</packaging>
          <properties>
            <maven.version.ignore>%s</maven.version.ignore>
          </properties>
          <dependencies>
            %s
          </dependencies>
          <dependencyManagement>
            <dependencies>
              %s
            </dependencies>
          </dependencyManagement>
        </project>
        """
            .formatted(
                name(),
                today().matches(PRE_RELEASE) ? "" : PRE_RELEASE,
                dependencies(false),
                dependencies(true)));
  }

  private String dependencies(boolean boms) {
    return artifacts.stream()
        .filter(artifact -> artifact.endsWith(":pom") == boms)
        .map(artifact -> dependency(artifact.split(":", -1)))
        .collect(Collectors.joining("\n    "));
  }

  private static String dependency(String... artifact) {
    String bom = artifact.length > 3 ? "<type>pom</type><scope>import</scope>" : "";
    return ("<dependency><groupId>%s</groupId><artifactId>%s</artifactId>%s"
            + "<version>%s</version></dependency>")
        .formatted(artifact[0], artifact[1], bom, artifact[2]);
  }

  /** Returns the version that its project file names of the first artifact. */
  String version() throws IOException {
    Matcher version = VERSION.matcher(Files.readString(folder.resolve("pom.xml")));
    return version.find() ? version.group(1) : "none";
  }

  /** Returns a class path that Maven has written, with other separators; empty if it could not. */
  String classPath(String file, String separator) throws IOException {
    Path written = folder.resolve(file);
    return Files.exists(written)
        ? Files.readString(written).strip().replace(File.pathSeparator, separator)
        : "";
  }
}
