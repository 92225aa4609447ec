package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The old jar that a new jar replaces. */
class NewJarsTest {

  @Test
  void replacesAJarOfTheSameNameInAnotherVersion() {
    NewJars jars = new NewJars(List.of(Path.of("new/desk-core-2.0-beta.jar")));

    assertThat(jars.markReplaced(Path.of("lib/desk-core-1.0.1.jar"))).isTrue();
    assertThat(jars.markReplaced(Path.of("lib/desk-1.0.jar"))).isFalse();
    assertThat(jars.report().get(0).replaces()).containsExactly("desk-core-1.0.1.jar");
  }

  @Test
  void findsNoneAmongUnlikeNames() {
    NewJars jars = new NewJars(List.of(Path.of("new/desk-2.0.jar")));

    assertThat(jars.markReplaced(Path.of("lib/chair-1.0.jar"))).isFalse();
    assertThat(jars.report().get(0).replaces()).isEmpty();
  }
}
