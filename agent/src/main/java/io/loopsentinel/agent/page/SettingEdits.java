package io.loopsentinel.agent.page;

import io.loopsentinel.targets.load.SettingEdit;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes of the current configuration file that would have prevented findings. Thread-safe. */
final class SettingEdits {

  private static final int MAX_BYTES = 3_000_000;
  private static final int MAX_CACHED = 200;

  private final File file;
  private final Map<String, Optional<SettingEdit>> edits = new HashMap<>();
  private long lastModified = -1;
  private @Nullable String yaml;

  /**
   * Creates edits of a file.
   *
   * @param configuration its path, or another source of the settings
   */
  SettingEdits(String configuration) {
    file = new File(configuration);
  }

  /** Returns findings, each with the change that would have prevented it, if there is one. */
  synchronized List<Map<String, Object>> addTo(List<Map<String, Object>> findings) {
    if (file.lastModified() != lastModified || edits.size() > MAX_CACHED) {
      lastModified = file.lastModified();
      yaml = content();
      edits.clear();
    }
    return findings.stream().map(this::withEdit).toList();
  }

  private Map<String, Object> withEdit(Map<String, Object> finding) {
    if (!(finding.get("setting") instanceof String setting)
        || !(finding.get("count") instanceof Integer count)
        || !(finding.get("threshold") instanceof Integer threshold)) {
      return finding;
    }
    int value = Math.max(count, threshold) + 1;
    SettingEdit edit =
        edits
            .computeIfAbsent(setting + " " + value, key -> SettingEdit.of(yaml, setting, value))
            .orElse(null);
    Map<String, Object> edited = new LinkedHashMap<>(finding);
    if (edit != null) {
      edited.put("edit", edit);
      edited.put("file", file.getPath());
    }
    return edited;
  }

  private @Nullable String content() {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return null; // The settings do not come from a file, or it is gone.
    }
  }
}
