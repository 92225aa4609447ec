package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings given outside the file, in three layers: environment, system properties, agent
 * argument, each above the one before it.
 */
final class Settings {

  private static final String PROPERTY_PREFIX = "loopsentinel.";
  private static final String VARIABLE_PREFIX = "LOOPSENTINEL_";

  private final List<List<Setting>> layers;

  private Settings(List<List<Setting>> layers) {
    this.layers = layers;
  }

  /** Collects all settings and reports those that there are not. */
  static Settings collect(
      @Nullable String agentArgument,
      Map<String, String> systemProperties,
      Map<String, String> environment,
      Problems problems) {
    return new Settings(
        List.of(
            variables(environment, problems),
            properties(systemProperties, problems),
            AgentArgument.parse(agentArgument, problems)));
  }

  /** Returns the setting that counts for a path. */
  Optional<Setting> find(String path) {
    return inForce().stream().filter(setting -> setting.path().equals(path)).findFirst();
  }

  /** Returns one setting for each path that is set, the file's own path included. */
  List<Setting> inForce() {
    Map<String, Setting> byPath = new LinkedHashMap<>();
    for (List<Setting> layer : layers) {
      layer.forEach(setting -> byPath.put(setting.path(), setting));
    }
    return List.copyOf(byPath.values());
  }

  /** Returns a document in which these settings replace what stands at their paths. */
  Mapping over(Mapping document) {
    Mapping merged = document;
    for (List<Setting> layer : layers) {
      merged = Overlay.over(merged, layer);
    }
    return merged;
  }

  private static List<Setting> properties(Map<String, String> properties, Problems problems) {
    List<Setting> settings = new ArrayList<>();
    new TreeMap<>(properties)
        .forEach(
            (name, text) -> {
              if (!name.startsWith(PROPERTY_PREFIX)) {
                return;
              }
              Origin origin = new Origin("system property " + name, 0, 0);
              String path = name.substring(PROPERTY_PREFIX.length());
              if (SettingPaths.ALL.contains(path)) {
                settings.add(new Setting(path, text, origin));
              } else {
                problems.error(origin, SettingPaths.complaint(path));
              }
            });
    return settings;
  }

  /** The environment is shared: a variable that is not known may be another program's. */
  private static List<Setting> variables(Map<String, String> environment, Problems problems) {
    List<Setting> settings = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (name, text) -> {
              if (!name.startsWith(VARIABLE_PREFIX) || text.isBlank()) {
                return;
              }
              Origin origin = new Origin("environment variable " + name, 0, 0);
              Optional<String> path = SettingPaths.ofVariable(name);
              if (path.isPresent()) {
                settings.add(new Setting(path.get(), text, origin));
                return;
              }
              List<String> known = SettingPaths.ALL.stream().map(SettingPaths::variable).toList();
              problems.warning(
                  origin, "is no setting and is passed over" + Wording.didYouMean(name, known));
            });
    return settings;
  }
}
