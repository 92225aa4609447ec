package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The input of the command, and its messages about unreadable input. */
class InspectCommandTest {

  private static final String FOUND = "in 5 classes";

  @TempDir private Path folder;

  @Test
  void readsAFolder() throws IOException {
    assertThat(inspect(Fixtures.folder(folder)).out()).contains(FOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "BOOT-INF/classes/", "WEB-INF/classes/"})
  void readsAJar(String classes) throws IOException {
    assertThat(inspect(Fixtures.jar(folder.resolve("app.jar"), classes)).out()).contains(FOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"BOOT-INF/lib/agent.jar", "WEB-INF/lib/agent.jar"})
  void readsAJarInAJar(String nested) throws IOException {
    assertThat(inspect(Fixtures.jarInJar(folder.resolve("app.jar"), nested)).out()).contains(FOUND);
  }

  @Test
  void readsAClassPathAndCountsAClassThatIsThereTwiceOnceOnly() throws IOException {
    Path jar = Fixtures.jar(folder.resolve("app.jar"), "");
    Path classes = Fixtures.folder(folder.resolve("classes"));

    InspectInvocation both = inspect(jar + File.pathSeparator + classes);

    assertThat(both.out()).contains(FOUND);
    assertThat(both.err()).isEmpty();
  }

  @Test
  void passesOverTheVariantsOfAMultiReleaseJar() throws IOException {
    Path jar = Fixtures.jar(folder.resolve("app.jar"), "META-INF/versions/21/");

    assertThat(inspect(jar).exitCode()).isEqualTo(1);
  }

  @Test
  void reportsABrokenClassOnceAndReadsTheOthers() throws IOException {
    Fixtures.folder(folder);
    Path broken = Files.write(folder.resolve("Broken.class"), new byte[] {1, 2, 3});

    InspectInvocation inspection = inspect(folder);

    assertThat(inspection.exitCode()).isZero();
    assertThat(inspection.out()).contains(FOUND);
    assertThat(inspection.err())
        .startsWith(broken + ": skipped: is not a readable class file")
        .hasLineCount(1);
  }

  @Test
  void reportsABrokenJarOnceAndReadsTheOthers() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.jar"), "no jar");
    Path other = Files.writeString(folder.resolve("targets.yaml"), "sentinel:");
    Path jar = Fixtures.jar(folder.resolve("app.jar"), "");

    InspectInvocation inspection = inspect(broken, other, jar);

    assertThat(inspection.exitCode()).isZero();
    assertThat(inspection.out()).contains(FOUND);
    assertThat(inspection.err().lines())
        .containsExactly(
            broken + ": skipped: is not a jar, or is empty",
            other + ": skipped: is not a jar; name a configuration with check -c");
  }

  @Test
  void aPathThatDoesNotExistIsWrongUsage() {
    assertThat(inspect("nowhere.jar"))
        .isEqualTo(new InspectInvocation(2, "", "nowhere.jar: there is no such file\n"));
  }

  @Test
  void noClassAtAllIsAnError() {
    assertThat(inspect(folder))
        .isEqualTo(
            new InspectInvocation(
                1,
                "",
                "No class could be read. Name the application's jars, folders of class files, or"
                    + " both. Files that are not jars and folders without .class files are"
                    + " skipped.\n"));
  }

  @Test
  void listsOnlyTheGivenKinds() throws IOException {
    Path jar = Fixtures.jar(folder.resolve("app.jar"), "");

    assertThat(inspect("--kind", "run,turn", jar).out())
        .contains("kind: run", "kind: turn")
        .doesNotContain("kind: tool");
  }

  private static InspectInvocation inspect(Object... arguments) {
    return InspectInvocation.of(arguments);
  }
}
