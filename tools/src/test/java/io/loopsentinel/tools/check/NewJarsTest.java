package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The old jar that a new jar replaces. */
class NewJarsTest {

  @TempDir private Path folder;

  @Test
  void prefersEqualCoordinatesUnderAnyName() throws IOException {
    NewJars jars = new NewJars(List.of(jar("new/desk-2.0.jar", "com.acme:desk")));

    assertThat(jars.markReplaced(jar("lib/com.acme.desk.jar", "com.acme:desk"))).isTrue();
    assertThat(jars.markReplaced(jar("lib/desk-1.0.jar", "org.other:desk"))).isFalse();
    assertThat(jars.report().get(0).replaces()).containsExactly("com.acme.desk.jar");
  }

  @Test
  void usesTheNameIfOneHasNoCoordinates() throws IOException {
    NewJars jars = new NewJars(List.of(jar("new/desk-core-2.0-beta.jar", "")));

    assertThat(jars.markReplaced(jar("lib/desk-core-1.0.1.jar", "com.acme:desk-core"))).isTrue();
    assertThat(jars.markReplaced(jar("lib/desk-1.0.jar", "com.acme:desk"))).isFalse();
  }

  @Test
  void findsNoneAmongUnlikeNames() throws IOException {
    NewJars jars = new NewJars(List.of(jar("new/desk-2.0.jar", "com.acme:desk")));

    assertThat(jars.markReplaced(jar("lib/chair-1.0.jar", "com.acme:chair"))).isFalse();
    assertThat(jars.report().get(0).replaces()).isEmpty();
  }

  private Path jar(String file, String coordinates) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Files.writeString(empty.resolve("README"), "none");
    return NewVersion.jar(path, empty, coordinates);
  }
}
