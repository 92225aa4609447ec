package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.text.NearestNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings given outside the file, by their paths. There are three layers of them: environment,
 * system properties, agent argument, each above the one before it.
 *
 * @param environment which texts in the file may name; absent: it is not the application's
 */
record Settings(Map<String, Scalar> inForce, @Nullable Map<String, String> environment) {

  /** Pairs of keys of which a section holds one: whoever sets the one replaces the other. */
  private static final Map<String, String> RIVALS =
      Map.of("action", "escalation", "escalation", "action", "ignore", "only", "only", "ignore");

  static final Settings NONE = new Settings(Map.of(), null);
  static final String FILE = "config";

  /** What holds names or expressions, and can be given in the file only. */
  private static final List<String> FILE_ONLY =
      List.of(
          "overrides",
          "targets",
          "default.identity.defaults",
          "budget.prices",
          "budgets",
          "detectors.volatile",
          "telemetry.webhooks");

  /** What the reader asks for where nothing is written. */
  private static final List<String> READ = DocumentReader.paths();

  /** All paths, in the order in which they are read; keys are joined by dots. */
  static final List<String> PATHS =
      Stream.concat(Stream.of(FILE), READ.stream())
          .filter(path -> !FILE_ONLY.contains(path))
          .toList();

  private static final Pattern SEPARATOR = Pattern.compile(",(?=[a-zA-Z0-9_.\\-]+=)");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("([a-zA-Z0-9_.\\-]+)=(.*)", Pattern.DOTALL);
  private static final Origin ARGUMENT = new Origin("agent argument", 0, 0);
  private static final String PROPERTY_PREFIX = "loopsentinel.";
  private static final String VARIABLE_PREFIX = "LOOPSENTINEL_";

  static Settings collect(
      @Nullable String agentArgument,
      Map<String, String> systemProperties,
      Map<String, String> environment,
      Problems problems) {
    Map<String, Scalar> inForce = new LinkedHashMap<>();
    for (Map<String, Scalar> layer :
        List.of(
            variables(environment, problems),
            properties(systemProperties, problems),
            argument(agentArgument, problems))) {
      layer.keySet().forEach(path -> inForce.remove(rivalOf(path)));
      inForce.putAll(layer);
    }
    return new Settings(inForce, environment);
  }

  @Nullable Scalar find(String path) {
    return inForce.get(path);
  }

  /** Whether another key replaces what the file says at a path. */
  boolean replace(String path) {
    return inForce.containsKey(rivalOf(path));
  }

  /** Says who gave which setting; nothing where there is none but the file. */
  String description() {
    return inForce.entrySet().stream()
        .filter(setting -> !setting.getKey().equals(FILE))
        .map(setting -> setting.getKey() + " by " + setting.getValue().origin())
        .collect(Collectors.joining(", "));
  }

  static boolean isTopLevel(String key) {
    return READ.stream().anyMatch(path -> isAtOrBelow(path, key));
  }

  static String variable(String path) {
    return VARIABLE_PREFIX + path.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** Whether there is such a path outside the file; reports what to write instead. */
  private static boolean isPath(String path, Origin origin, String advice, Problems problems) {
    if (PATHS.contains(path)) {
      return true;
    }
    for (String known : FILE_ONLY) {
      if (isAtOrBelow(path, known)) {
        problems.error(origin, Wording.quoted(known) + " can be set in the file only" + advice);
        return false;
      }
    }
    Map<String, String> known = new LinkedHashMap<>();
    PATHS.forEach(each -> known.put(each, each));
    // Who leaves the section out still means one of its keys.
    PATHS.forEach(each -> known.putIfAbsent(lastKey(each), each));
    String near =
        NearestNames.suggest(path, known.keySet())
            .map(name -> Wording.didYouMean(known.getOrDefault(name, name)))
            .orElse("");
    problems.error(origin, "unknown key " + Wording.quoted(path) + near + advice);
    return false;
  }

  private static boolean isAtOrBelow(String path, String section) {
    return path.equals(section) || path.startsWith(section + ".");
  }

  private static String lastKey(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private static String rivalOf(String path) {
    String key = lastKey(path);
    return path.substring(0, path.length() - key.length()) + RIVALS.getOrDefault(key, "");
  }

  private static Map<String, Scalar> properties(Map<String, String> given, Problems problems) {
    Map<String, Scalar> settings = new LinkedHashMap<>();
    for (String name : startingWith(PROPERTY_PREFIX, given)) {
      Origin origin = new Origin("system property " + name, 0, 0);
      String path = name.substring(PROPERTY_PREFIX.length());
      if (isPath(path, origin, "", problems)) {
        settings.put(path, Scalar.untyped(origin, given.getOrDefault(name, "")));
      }
    }
    return settings;
  }

  /** The environment is shared: a variable that is not known may be another program's. */
  private static Map<String, Scalar> variables(Map<String, String> given, Problems problems) {
    List<String> known = PATHS.stream().map(Settings::variable).toList();
    Map<String, Scalar> settings = new LinkedHashMap<>();
    for (String name : startingWith(VARIABLE_PREFIX, given)) {
      Origin origin = new Origin("environment variable " + name, 0, 0);
      Scalar value = Scalar.untyped(origin, given.getOrDefault(name, ""));
      if (!value.text().isEmpty() && known.contains(name)) {
        settings.put(PATHS.get(known.indexOf(name)), value);
      } else if (!value.text().isEmpty()) {
        String advice = Wording.didYouMean(name, known);
        problems.warning(origin, "is no setting and is passed over" + advice);
      }
    }
    return settings;
  }

  private static Set<String> startingWith(String prefix, Map<String, String> given) {
    return new TreeSet<>(given.keySet()).subSet(prefix, prefix + Character.MAX_VALUE);
  }

  /**
   * Returns the settings in the agent argument, a file, settings, or a file and settings, split as
   * JaCoCo splits them (https://www.jacoco.org/jacoco/trunk/doc/agent.html): at commas that a key
   * and {@code =} follow, so that values may hold commas.
   */
  private static Map<String, Scalar> argument(@Nullable String argument, Problems problems) {
    Map<String, Scalar> settings = new LinkedHashMap<>();
    if (argument == null || argument.isBlank()) {
      return settings;
    }
    // A file's name may look like a setting.
    String advice =
        argument.matches("(?s).*([/\\\\]|\\.ya?ml$).*")
            ? " (a file whose path holds \"=\" is named by -Dloopsentinel.config=...)"
            : "";
    String[] parts = SEPARATOR.split(argument, -1);
    for (int i = 0; i < parts.length; i++) {
      Matcher setting = ASSIGNMENT.matcher(parts[i]);
      boolean assigned = setting.matches();
      String path = assigned ? setting.group(1) : i == 0 ? FILE : parts[i];
      Scalar value = Scalar.untyped(ARGUMENT, assigned ? setting.group(2) : parts[i]);
      if (isPath(path, ARGUMENT, advice, problems) && settings.putIfAbsent(path, value) != null) {
        problems.error(ARGUMENT, Wording.quoted(path) + " is given twice");
      }
    }
    return settings;
  }
}
