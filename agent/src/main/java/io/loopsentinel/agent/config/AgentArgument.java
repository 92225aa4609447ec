package io.loopsentinel.agent.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What follows {@code -javaagent:loop-sentinel.jar=}: a file, settings, or a file and settings.
 *
 * <p>Settings are split as JaCoCo splits them (https://www.jacoco.org/jacoco/trunk/doc/agent.html):
 * at commas that a key and {@code =} follow, so that values may hold commas.
 */
final class AgentArgument {

  private static final Pattern SEPARATOR = Pattern.compile(",(?=[a-zA-Z0-9_.\\-]+=)");
  private static final Pattern SETTING =
      Pattern.compile("([a-zA-Z0-9_.\\-]+)=(.*)", Pattern.DOTALL);
  private static final Origin ORIGIN = new Origin("agent argument", 0, 0);

  private AgentArgument() {}

  /** Reads the settings in an argument and reports what is none. */
  static List<Setting> parse(@Nullable String argument, Problems problems) {
    Map<String, Setting> settings = new LinkedHashMap<>();
    if (argument == null || argument.isBlank()) {
      return List.of();
    }
    String[] parts = SEPARATOR.split(argument, -1);
    for (int i = 0; i < parts.length; i++) {
      Setting setting = setting(parts[i], i == 0);
      if (!SettingPaths.ALL.contains(setting.path())) {
        problems.error(ORIGIN, SettingPaths.complaint(setting.path()) + pathAdvice(argument));
      } else if (settings.putIfAbsent(setting.path(), setting) != null) {
        problems.error(ORIGIN, Wording.quoted(setting.path()) + " is given twice");
      }
    }
    return List.copyOf(settings.values());
  }

  private static Setting setting(String part, boolean first) {
    var matcher = SETTING.matcher(part);
    if (matcher.matches()) {
      return new Setting(matcher.group(1), matcher.group(2), ORIGIN);
    }
    return new Setting(first ? SettingPaths.FILE : part, part, ORIGIN);
  }

  /** A file's name may look like a setting. */
  private static String pathAdvice(String argument) {
    return argument.contains("/") || argument.contains("\\") || argument.matches(".*\\.ya?ml")
        ? " (a file whose path holds \"=\" is named by -Dloopsentinel.config=...)"
        : "";
  }
}
