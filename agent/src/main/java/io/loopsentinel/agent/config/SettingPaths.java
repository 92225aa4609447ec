package io.loopsentinel.agent.config;

import io.loopsentinel.agent.text.NearestNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The settings that stand at a fixed path, and so can be given outside the file. */
final class SettingPaths {

  /** The path of the configuration file itself; it stands in no file. */
  static final String FILE = "config";

  /** Keys whose values are lists. */
  private static final List<String> LISTS =
      List.of("profiles", "escalation", "ignore", "only", "redact");

  /** Keys whose values hold names, which makes their paths open. */
  private static final List<String> FILE_ONLY =
      List.of("overrides", "targets", "budget.prices", "detectors.volatile", "telemetry.webhooks");

  private static final Map<String, List<String>> SECTIONS = sections();

  /** All paths, in the order of the reference; keys are joined by dots. */
  static final List<String> ALL = all();

  private SettingPaths() {}

  /** Whether a path's value is a list. */
  static boolean isList(String path) {
    return LISTS.contains(lastKey(path));
  }

  /** Returns the environment variable of a path. */
  static String variable(String path) {
    return "LOOPSENTINEL_" + path.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** Returns the path of an environment variable. */
  static Optional<String> ofVariable(String variable) {
    return ALL.stream().filter(path -> variable(path).equals(variable)).findFirst();
  }

  /** Says why there is no such path, and what to write instead. */
  static String complaint(String path) {
    for (String open : FILE_ONLY) {
      if (path.equals(open) || path.startsWith(open + ".")) {
        return Wording.quoted(open) + " can be set in the file only";
      }
    }
    return "unknown key "
        + Wording.quoted(path)
        + NearestNames.suggest(path, ALL)
            .or(() -> nearestByLastKey(path))
            .map(near -> "; did you mean " + Wording.quoted(near) + "?")
            .orElse("");
  }

  /** Who leaves the section out still means one of its keys. */
  private static Optional<String> nearestByLastKey(String path) {
    return NearestNames.suggest(path, ALL.stream().map(SettingPaths::lastKey).toList())
        .flatMap(key -> ALL.stream().filter(known -> lastKey(known).equals(key)).findFirst());
  }

  private static String lastKey(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private static List<String> all() {
    List<String> paths = new ArrayList<>();
    paths.add(FILE);
    for (String key : DocumentReader.KEYS) {
      add(key, paths);
    }
    return List.copyOf(paths);
  }

  private static void add(String path, List<String> paths) {
    if (FILE_ONLY.contains(path)) {
      return;
    }
    List<String> keys = SECTIONS.get(path);
    if (keys == null) {
      paths.add(path);
      return;
    }
    for (String key : keys) {
      add(path + "." + key, paths);
    }
  }

  private static Map<String, List<String>> sections() {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    sections.put("default", PolicyReader.KEYS);
    sections.put("default.identity", IdentityReader.KEYS);
    sections.put("detectors", DetectorsReader.KEYS);
    sections.put("detectors.repeat", DetectorsReader.REPEAT_KEYS);
    sections.put("detectors.cycle", DetectorsReader.CYCLE_KEYS);
    sections.put("detectors.error", DetectorsReader.STREAK_KEYS);
    sections.put("detectors.stagnation", DetectorsReader.STREAK_KEYS);
    sections.put("detectors.similar_calls", DetectorsReader.SIMILAR_CALLS_KEYS);
    sections.put("detectors.similar_turns", DetectorsReader.SIMILAR_TURNS_KEYS);
    sections.put("budget", BudgetReader.KEYS);
    sections.put("sessions", DocumentReader.SESSIONS_KEYS);
    sections.put("telemetry", TelemetryReader.KEYS);
    sections.put("telemetry.jfr", JfrReader.KEYS);
    sections.put("telemetry.audit", AuditReader.KEYS);
    return sections;
  }
}
