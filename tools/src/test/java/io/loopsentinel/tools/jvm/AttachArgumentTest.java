package io.loopsentinel.tools.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.tools.support.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The argument that {@code attach} passes to a JVM, which has another working folder. */
class AttachArgumentTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "%s,mode=observe",
        "config=%s",
        "config=%s,mode=observe,telemetry.log=off",
        "mode=observe,config=%s"
      })
  void hasTheAbsolutePathOfTheFile(String form) throws IOException, UsageException {
    Path file = Files.writeString(folder.resolve("a,b.yaml"), "sentinel: {}");
    Path relative = Path.of("").toAbsolutePath().relativize(file);

    String argument = JvmCommands.argument(form.formatted(relative), new Properties());

    assertThat(argument).isEqualTo(form.formatted(relative.toFile().getAbsolutePath()));
  }

  @Test
  void keepsSettingsWithoutAFile() throws UsageException {
    assertThat(JvmCommands.argument("mode=observe", new Properties())).isEqualTo("mode=observe");
    assertThat(JvmCommands.argument(null, new Properties())).isNull();
  }
}
