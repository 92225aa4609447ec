package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
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

  /** Returns the settings in an argument by their paths and reports what is none. */
  static Map<String, Scalar> parse(@Nullable String argument, Problems problems) {
    Map<String, Scalar> settings = new LinkedHashMap<>();
    if (argument == null || argument.isBlank()) {
      return settings;
    }
    String defaultPath = Settings.FILE;
    for (String part : SEPARATOR.split(argument, -1)) {
      Matcher setting = SETTING.matcher(part);
      boolean assigned = setting.matches();
      String path = assigned ? setting.group(1) : defaultPath.isEmpty() ? part : defaultPath;
      Scalar value = Scalar.untyped(ORIGIN, assigned ? setting.group(2) : part);
      if (!Settings.PATHS.contains(path)) {
        problems.error(ORIGIN, Settings.complaint(path) + pathAdvice(argument));
      } else if (settings.putIfAbsent(path, value) != null) {
        problems.error(ORIGIN, Wording.quoted(path) + " is given twice");
      }
      defaultPath = "";
    }
    return settings;
  }

  /** A file's name may look like a setting. */
  private static String pathAdvice(String argument) {
    return argument.contains("/") || argument.contains("\\") || argument.matches(".*\\.ya?ml")
        ? " (a file whose path holds \"=\" is named by -Dloopsentinel.config=...)"
        : "";
  }
}
