package io.loopsentinel.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A project that has the published artifacts, and nothing else of ours. */
class ConsumerIT {

  private static final String POM =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.example</groupId>
        <artifactId>consumer</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>17</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        <repositories>
          <repository>
            <id>staged</id>
            <url>%s</url>
          </repository>
        </repositories>
        <dependencies>
          %s
        </dependencies>
      </project>
      """;

  /** The engine brings the bootstrap and the libraries that it needs along. */
  @Test
  void compilesAndRunsTheProgramOfTheLibraryPage() throws IOException {
    String dependency =
        shown("xml").replaceFirst("<version>.*<", "<version>" + Sources.VERSION + "<");
    Path folder = Release.newFolder("consumer");
    Path project = Files.createDirectories(folder.resolve("project"));
    Path java = Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(
        project.resolve("pom.xml"), POM.formatted(Release.first().staged().toUri(), dependency));
    Files.writeString(java.resolve("SupportAgent.java"), shown("java"));

    Command.run(
            project,
            Map.of(),
            List.of(
                System.getProperty("release.maven"),
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + LocalRepository.in(folder.resolve("repository")),
                "org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile",
                "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-Dmdep.outputFile=classpath"))
        .successful();
    String libraries = Files.readString(project.resolve("classpath"));
    Command program =
        Command.run(
            project,
            Map.of(),
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                "target/classes" + File.pathSeparator + libraries,
                "com.acme.support.SupportAgent"));

    assertThat(program.successful().output()).isEqualToIgnoringNewLines(shown("text"));
  }

  /** Returns the first block of a language on the page. */
  private static String shown(String language) {
    String page = Sources.page("docs/library.md");
    String begin = "```" + language + "\n";
    int start = page.indexOf(begin) + begin.length();
    return page.substring(start, page.indexOf("```", start));
  }
}
