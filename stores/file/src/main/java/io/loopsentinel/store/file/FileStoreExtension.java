package io.loopsentinel.store.file;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStoreExtension;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/** The store {@code file}: sessions outlive the JVM, in a file that one JVM at a time can use. */
public final class FileStoreExtension implements SharedStoreExtension {

  private static final String PATH = "path";

  @Override
  public String name() {
    return "file";
  }

  @Override
  public String mainSetting() {
    return PATH;
  }

  @Override
  public SharedStore configure(Map<String, Object> settings) throws SettingException {
    for (String key : settings.keySet()) {
      if (!key.equals(PATH)) {
        throw new SettingException(key, "unknown; the store file has the setting path");
      }
    }
    if (!(settings.get(PATH) instanceof String path) || path.isBlank()) {
      throw new SettingException(PATH, "expected the path of a file");
    }
    try {
      return new FileStore(Path.of(path).toAbsolutePath(), InstantSource.system());
    } catch (InvalidPathException e) {
      throw new SettingException(PATH, "is no path: " + e.getMessage());
    }
  }
}
