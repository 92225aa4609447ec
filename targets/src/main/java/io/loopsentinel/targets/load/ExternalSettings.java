package io.loopsentinel.targets.load;

import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.load.Key.Shape;
import io.loopsentinel.targets.text.NearestNames;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.Origin;
import io.loopsentinel.targets.yaml.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings given outside the file, in three layers: environment, system properties, agent
 * argument. Each layer overrides the one before it.
 *
 * @param environment the application's variables, for use in the file; absent: unknown
 */
record ExternalSettings(Map<String, Scalar> byPath, @Nullable Map<String, String> environment) {

  /** Pairs of mutually exclusive keys of a section: setting one replaces the other. */
  private static final Map<String, String> MUTUALLY_EXCLUSIVE =
      Map.of("action", "escalation", "escalation", "action", "ignore", "only", "only", "ignore");

  static final ExternalSettings NONE = new ExternalSettings(Map.of(), null);
  static final String FILE = "config";

  /** Settings that contain names or expressions, and can only be set in the file. */
  static final List<String> FILE_ONLY = paths(true);

  /** All other paths, as keys joined by dots. */
  static final List<String> PATHS = paths(false);

  private static final Pattern SEPARATOR = Pattern.compile(",(?=[a-zA-Z0-9_.\\-]+=)");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("([a-zA-Z0-9_.\\-]+)=(.*)", Pattern.DOTALL);
  private static final Origin ARGUMENT = new Origin("agent argument", 0, 0);
  private static final String PROPERTY_PREFIX = "loopsentinel.";
  private static final String VARIABLE_PREFIX = "LOOPSENTINEL_";

  static ExternalSettings collect(
      @Nullable String agentArgument,
      Map<String, String> systemProperties,
      Map<String, String> environment,
      Problems problems) {
    Map<String, Scalar> byPath = new LinkedHashMap<>();
    for (Map<String, Scalar> layer :
        List.of(
            variables(environment, problems),
            properties(systemProperties, problems),
            argument(agentArgument, problems))) {
      for (String path : layer.keySet()) {
        byPath.remove(counterpartOf(path));
      }
      byPath.putAll(layer);
    }
    return new ExternalSettings(byPath, environment);
  }

  @Nullable Scalar find(String path) {
    return byPath.get(path);
  }

  /** Returns whether a mutually exclusive key overrides the value of a path in the file. */
  boolean isReplaced(String path) {
    return byPath.containsKey(counterpartOf(path));
  }

  /** Returns a list of the settings with their origins; empty if there are none. */
  String description() {
    List<String> settings = new ArrayList<>();
    for (Map.Entry<String, Scalar> each : byPath.entrySet()) {
      if (!each.getKey().equals(FILE)) {
        settings.add(each.getKey() + " from " + each.getValue().origin());
      }
    }
    return String.join(", ", settings);
  }

  static boolean isTopLevel(String key) {
    return Stream.of(PATHS, FILE_ONLY)
        .flatMap(List::stream)
        .anyMatch(path -> !path.equals(FILE) && isAtOrBelow(path, key));
  }

  /** Returns the paths of the sections that have a key, none of them in a list or under a name. */
  static List<String> sectionsOf(String key) {
    return Stream.of(PATHS, FILE_ONLY)
        .flatMap(List::stream)
        .filter(path -> !path.equals(FILE) && lastKey(path).equals(key))
        .map(path -> path.equals(key) ? DocumentReader.ROOT : withoutLastKey(path))
        .toList();
  }

  static String variable(String path) {
    return VARIABLE_PREFIX + path.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** Returns whether a path can be set outside the file; if not, reports what to write instead. */
  private static boolean checkPath(String path, Origin origin, String advice, Problems problems) {
    if (PATHS.contains(path)) {
      return true;
    }
    for (String known : FILE_ONLY) {
      if (isAtOrBelow(path, known)) {
        problems.error(origin, Wording.quoted(known) + " can only be set in the file" + advice);
        return false;
      }
    }
    Map<String, String> known = new LinkedHashMap<>();
    PATHS.forEach(each -> known.put(each, each));
    // The section may have been omitted by mistake.
    PATHS.forEach(each -> known.putIfAbsent(lastKey(each), each));
    String near =
        NearestNames.suggest(path, known.keySet())
            .map(name -> Wording.didYouMean(known.getOrDefault(name, name)))
            .orElse("");
    problems.error(origin, "unknown key " + Wording.quoted(path) + near + advice);
    return false;
  }

  private static List<String> paths(boolean fileOnly) {
    List<String> paths = new ArrayList<>(fileOnly ? List.of() : List.of(FILE));
    addPaths("", DocumentReader.KEYS, fileOnly, paths);
    return List.copyOf(paths);
  }

  private static void addPaths(
      String prefix, List<Key> keys, boolean fileOnly, List<String> paths) {
    for (Key key : keys) {
      String path = prefix + key.name();
      if (key instanceof Group group && group.shape() == Shape.SECTION) {
        addPaths(path + ".", group.keys(), fileOnly, paths);
      } else if (fileOnly == isFileOnly(key)) {
        paths.add(path);
      }
    }
  }

  private static boolean isFileOnly(Key key) {
    return key instanceof Other other ? other.fileOnly() : key instanceof Group;
  }

  private static boolean isAtOrBelow(String path, String section) {
    return path.equals(section) || path.startsWith(section + ".");
  }

  private static String lastKey(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private static String withoutLastKey(String path) {
    return path.substring(0, path.lastIndexOf('.'));
  }

  private static String counterpartOf(String path) {
    String key = lastKey(path);
    return path.substring(0, path.length() - key.length())
        + MUTUALLY_EXCLUSIVE.getOrDefault(key, "");
  }

  private static Map<String, Scalar> properties(Map<String, String> given, Problems problems) {
    Map<String, Scalar> settings = new LinkedHashMap<>();
    for (String name : startingWith(PROPERTY_PREFIX, given)) {
      Origin origin = new Origin("system property " + name, 0, 0);
      String path = name.substring(PROPERTY_PREFIX.length());
      if (checkPath(path, origin, "", problems)) {
        settings.put(path, Scalar.untyped(origin, given.getOrDefault(name, "")));
      }
    }
    return settings;
  }

  /** Unknown variables only cause warnings, because they may belong to another program. */
  private static Map<String, Scalar> variables(Map<String, String> given, Problems problems) {
    Map<String, Scalar> settings = new LinkedHashMap<>();
    for (String name : startingWith(VARIABLE_PREFIX, given)) {
      List<String> known = PATHS.stream().map(ExternalSettings::variable).toList();
      Origin origin = new Origin("environment variable " + name, 0, 0);
      Scalar value = Scalar.untyped(origin, given.getOrDefault(name, ""));
      if (!value.text().isEmpty() && known.contains(name)) {
        settings.put(PATHS.get(known.indexOf(name)), value);
      } else if (!value.text().isEmpty()) {
        String advice = Wording.didYouMean(name, known);
        problems.warning(origin, "is not a setting and is ignored" + advice);
      }
    }
    return settings;
  }

  private static Set<String> startingWith(String prefix, Map<String, String> given) {
    return new TreeSet<>(given.keySet()).subSet(prefix, prefix + Character.MAX_VALUE);
  }

  /**
   * Returns the settings in the agent argument: a file, settings, or a file and settings. It is
   * split like JaCoCo's (https://www.jacoco.org/jacoco/trunk/doc/agent.html), at commas that are
   * followed by a key and {@code =}, so that values can contain commas.
   */
  private static Map<String, Scalar> argument(@Nullable String argument, Problems problems) {
    Map<String, Scalar> settings = new LinkedHashMap<>();
    if (argument == null || argument.isBlank()) {
      return settings;
    }
    // The path of a file may look like a setting.
    String advice =
        argument.matches("(?s).*([/\\\\]|\\.ya?ml$).*")
            ? " (for a file whose path contains \"=\", use -Dloopsentinel.config=...)"
            : "";
    String[] parts = SEPARATOR.split(argument, -1);
    for (int i = 0; i < parts.length; i++) {
      Matcher setting = ASSIGNMENT.matcher(parts[i]);
      boolean assigned = setting.matches();
      String path = assigned ? setting.group(1) : i == 0 ? FILE : parts[i];
      Scalar value = Scalar.untyped(ARGUMENT, assigned ? setting.group(2) : parts[i]);
      if (checkPath(path, ARGUMENT, advice, problems)
          && settings.putIfAbsent(path, value) != null) {
        problems.error(ARGUMENT, Wording.quoted(path) + " is given twice");
      }
    }
    return settings;
  }
}
