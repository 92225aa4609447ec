package io.loopsentinel.agent.page;

import io.loopsentinel.targets.load.SettingEdit;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
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
  private static final MathContext TWO_DIGITS_UP = new MathContext(2, RoundingMode.UP);

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
    BigDecimal value = enough(finding);
    if (!(finding.get("setting") instanceof String setting) || value == null) {
      return finding;
    }
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

  /**
   * Returns a value that would have sufficed for a little more: one more call, or half of a cap in
   * dollars, since the cost of a turn is not known before. {@code null} if the finding has none.
   */
  private static @Nullable BigDecimal enough(Map<String, Object> finding) {
    if (finding.get("spent_usd") instanceof Double spent
        && finding.get("cap_usd") instanceof Double cap) {
      return BigDecimal.valueOf(Math.max(spent, cap) + cap / 2).round(TWO_DIGITS_UP);
    }
    return finding.get("count") instanceof Integer count
            && finding.get("threshold") instanceof Integer threshold
        ? BigDecimal.valueOf(Math.max(count, threshold) + 1L)
        : null;
  }

  private @Nullable String content() {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return null; // The settings do not come from a file, or it is gone.
    }
  }
}
