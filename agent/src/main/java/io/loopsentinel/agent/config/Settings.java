package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.text.NearestNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings given outside the file, by their paths. There are three layers of them: environment,
 * system properties, agent argument, each above the one before it. Immutable.
 */
final class Settings {

  /** Pairs of keys of which a section holds one: whoever sets the one replaces the other. */
  private static final Map<String, String> RIVALS =
      Map.of("action", "escalation", "escalation", "action", "ignore", "only", "only", "ignore");

  static final Settings NONE = new Settings(Map.of());

  /** The path of the configuration file itself; it stands in no file. */
  static final String FILE = "config";

  /** What holds names or expressions, and can be given in the file only. */
  private static final List<String> FILE_ONLY =
      List.of("overrides", "targets", "budget.prices", "detectors.volatile", "telemetry.webhooks");

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

  private final Map<String, Scalar> inForce;

  private Settings(Map<String, Scalar> inForce) {
    this.inForce = inForce;
  }

  /** Collects all settings and reports those that there are not. */
  static Settings collect(
      @Nullable String agentArgument,
      Map<String, String> systemProperties,
      Map<String, String> environment,
      Problems problems) {
    Map<String, Scalar> inForce = new LinkedHashMap<>();
    List.of(
            variables(environment, problems),
            properties(systemProperties, problems),
            argument(agentArgument, problems))
        .forEach(
            layer -> {
              layer.keySet().forEach(path -> inForce.remove(rivalOf(path)));
              inForce.putAll(layer);
            });
    return new Settings(inForce);
  }

  /** Returns the value that counts for a path, if it is set. */
  Optional<Scalar> find(String path) {
    return Optional.ofNullable(inForce.get(path));
  }

  /** Whether what the file says at a path is replaced by another key of its section. */
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
    return "LOOPSENTINEL_" + path.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** Says why there is no such path, and what to write instead. */
  static String complaint(String path) {
    Optional<String> open =
        FILE_ONLY.stream().filter(known -> isAtOrBelow(path, known)).findFirst();
    return open.isPresent()
        ? Wording.quoted(open.get()) + " can be set in the file only"
        : "unknown key "
            + Wording.quoted(path)
            + NearestNames.suggest(path, PATHS)
                .or(() -> nearestByLastKey(path))
                .map(near -> "; did you mean " + Wording.quoted(near) + "?")
                .orElse("");
  }

  /** Who leaves the section out still means one of its keys. */
  private static Optional<String> nearestByLastKey(String path) {
    return NearestNames.suggest(path, PATHS.stream().map(Settings::lastKey).toList())
        .flatMap(key -> PATHS.stream().filter(known -> lastKey(known).equals(key)).findFirst());
  }

  private static boolean isAtOrBelow(String path, String section) {
    return path.equals(section) || path.startsWith(section + ".");
  }

  private static String lastKey(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private static String rivalOf(String path) {
    int last = path.lastIndexOf('.') + 1;
    return path.substring(0, last) + RIVALS.getOrDefault(path.substring(last), "");
  }

  private static Map<String, Scalar> properties(Map<String, String> given, Problems problems) {
    Map<String, Scalar> settings = new LinkedHashMap<>();
    startingWith(PROPERTY_PREFIX, given)
        .forEach(
            (name, text) -> {
              Origin origin = new Origin("system property " + name, 0, 0);
              String path = name.substring(PROPERTY_PREFIX.length());
              if (PATHS.contains(path)) {
                settings.put(path, Scalar.untyped(origin, text));
              } else {
                problems.error(origin, complaint(path));
              }
            });
    return settings;
  }

  /** The environment is shared: a variable that is not known may be another program's. */
  private static Map<String, Scalar> variables(Map<String, String> given, Problems problems) {
    List<String> known = PATHS.stream().map(Settings::variable).toList();
    Map<String, Scalar> settings = new LinkedHashMap<>();
    startingWith("LOOPSENTINEL_", given)
        .forEach(
            (name, text) -> {
              Origin origin = new Origin("environment variable " + name, 0, 0);
              if (known.contains(name)) {
                String path = PATHS.get(known.indexOf(name));
                settings.put(path, Scalar.untyped(origin, text));
              } else if (!text.isBlank()) {
                problems.warning(
                    origin, "is no setting and is passed over" + Wording.didYouMean(name, known));
              }
            });
    settings.values().removeIf(value -> value.text().isEmpty());
    return settings;
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
    String defaultPath = FILE;
    for (String part : SEPARATOR.split(argument, -1)) {
      Matcher setting = ASSIGNMENT.matcher(part);
      boolean assigned = setting.matches();
      String path = assigned ? setting.group(1) : defaultPath.isEmpty() ? part : defaultPath;
      Scalar value = Scalar.untyped(ARGUMENT, assigned ? setting.group(2) : part);
      if (!PATHS.contains(path)) {
        problems.error(ARGUMENT, complaint(path) + pathAdvice(argument));
      } else if (settings.putIfAbsent(path, value) != null) {
        problems.error(ARGUMENT, Wording.quoted(path) + " is given twice");
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

  private static Map<String, String> startingWith(String prefix, Map<String, String> given) {
    return new TreeMap<>(given).subMap(prefix, prefix + Character.MAX_VALUE);
  }
}
