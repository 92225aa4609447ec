package io.loopsentinel.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStoreExtension;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extension as the agent finds it, and its settings. */
class FileStoreExtensionTest {

  private final SharedStoreExtension extension =
      ServiceLoader.load(SharedStoreExtension.class).findFirst().orElseThrow();

  @Test
  void isNamedFileAndHasAPath() {
    assertThat(extension.name()).isEqualTo("file");
    assertThat(extension.mainSetting()).isEqualTo("path");
  }

  @Test
  void opensTheFileWithTheFirstUse(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("sessions.db");
    try (SharedStore store = extension.configure(Map.of("path", file.toString()))) {
      assertThat(file).doesNotExist();

      Appends.append(store, "one", 1);

      assertThat(file).isRegularFile();
    }
  }

  @Test
  void rejectsSettingsWithoutAPath() {
    assertRejected(Map.of(), "path", "expected the path of a file");
    assertRejected(Map.of("path", " "), "path", "expected the path of a file");
    assertRejected(Map.of("path", 7), "path", "expected the path of a file");
    assertRejected(Map.of("path", "a\0b"), "path", "is no path: ");
  }

  @Test
  void rejectsUnknownSettings() {
    assertRejected(
        Map.of("path", "sessions.db", "size", 7),
        "size",
        "unknown; the store file has the setting path");
  }

  private void assertRejected(Map<String, Object> settings, String key, String problem) {
    assertThatThrownBy(() -> extension.configure(settings))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(problem)
        .extracting(e -> ((SettingException) e).key())
        .isEqualTo(key);
  }
}
