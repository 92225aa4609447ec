package io.loopsentinel.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdksTest {

  @TempDir private File folder;

  @Test
  void findsTheJdkThatRunsTheTests() {
    int feature = Runtime.version().feature();

    assertThat(Jdks.find(feature)).map(Jdk::feature).hasValue(feature);
  }

  @ParameterizedTest
  @CsvSource({"17.0.15, 17", "25, 25", "1.8.0_392, 8", "26-ea, 26"})
  void readsTheReleaseFile(String version, int feature) throws IOException {
    write("release", "IMPLEMENTOR=\"Someone\"\nJAVA_VERSION=\"" + version + "\"\n");
    write("bin/java", "");
    write("bin/java.exe", "");

    assertThat(Jdks.at(folder)).hasValue(new Jdk(feature, folder));
  }

  @Test
  void passesOverAFolderWithoutAJavaCommand() throws IOException {
    write("release", "JAVA_VERSION=\"17\"\n");

    assertThat(Jdks.at(folder)).isEmpty();
  }

  @Test
  void findsNoneOfAReleaseThatDoesNotExist() {
    assertThat(Jdks.find(9999)).isEmpty();
  }

  private void write(String name, String content) throws IOException {
    Path file = folder.toPath().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
