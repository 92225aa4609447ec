package com.example.rules;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.StateStore;
import io.loopsentinel.engine.api.StoreExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps what budgets have spent in a folder, which is made where it is missing. */
public final class FolderStore implements StoreExtension {

  @Override
  public String name() {
    return "folder";
  }

  @Override
  public StateStore configure(Map<String, Object> settings) throws SettingException {
    if (!(settings.get("path") instanceof String path)) {
      throw new SettingException("path", "expected the path of a folder");
    }
    return new Store(Path.of(path, "budgets.txt"));
  }

  private record Store(Path file) implements StateStore {

    @Override
    public @Nullable String read() throws IOException {
      return Files.exists(file) ? Files.readString(file) : null;
    }

    @Override
    public void write(String state) throws IOException {
      Files.createDirectories(file.getParent());
      Path next = Files.writeString(file.resolveSibling("budgets.new"), state);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
