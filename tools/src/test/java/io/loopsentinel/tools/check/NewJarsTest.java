package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The old jar that a new jar replaces. */
class NewJarsTest {

  @Test
  void replacesAJarOfTheSameNameInAnotherVersion() {
    NewJars jars = new NewJars(List.of(Path.of("new/desk-core-2.0-beta.jar")));

    assertThat(jars.markReplaced(Path.of("lib/desk-core-1.0.1.jar"))).isTrue();
    assertThat(jars.markReplaced(Path.of("lib/desk-1.0.jar"))).isFalse();
    assertThat(jars.report().get(0).replaces()).containsExactly("desk-core-1.0.1.jar");
  }

  @ParameterizedTest
  @CsvSource({
    "log4j-1.2-api-2.17.jar, log4j-1.2.17.jar, false",
    "log4j-1.2-api-2.17.jar, log4j-1.2-api-2.25.0.jar, true",
    "spark-3.2-bigquery-0.30.0.jar, spark-3.2-bigquery-0.42.jar, true",
    "desk-2.0.jar, desk-1.0-beta-2.jar, true",
    "desk-2.0.jar, desk-1.0-20260102.030405-1.jar, true"
  })
  void tellsAVersionInANameFromThatOfTheJar(String newJar, String jar, boolean isReplaced) {
    NewJars jars = new NewJars(List.of(Path.of("new", newJar)));

    assertThat(jars.markReplaced(Path.of("lib", jar))).isEqualTo(isReplaced);
  }

  @Test
  void findsNoneForTheRootFolder() {
    NewJars jars = new NewJars(List.of(Path.of("/")));

    assertThat(jars.markReplaced(Path.of("lib/desk-1.0.jar"))).isFalse();
  }

  @Test
  void findsNoneAmongUnlikeNames() {
    NewJars jars = new NewJars(List.of(Path.of("new/desk-2.0.jar")));

    assertThat(jars.markReplaced(Path.of("lib/chair-1.0.jar"))).isFalse();
    assertThat(jars.report().get(0).replaces()).isEmpty();
  }
}
