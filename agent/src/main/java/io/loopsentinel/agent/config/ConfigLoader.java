package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration from all the places that can hold one.
 *
 * <p>The agent argument counts most, then system properties ({@code
 * loopsentinel.default.threshold}), environment variables ({@code LOOPSENTINEL_DEFAULT_THRESHOLD}),
 * the file and the defaults. All values are read by the same rules, and all problems are reported
 * together. Thread-safe.
 */
public final class ConfigLoader {

  private static final Origin NOWHERE = new Origin("defaults", 0, 0);

  private final Profiles profiles;

  /**
   * Creates a loader.
   *
   * @param profiles the profiles that a configuration can name
   */
  public ConfigLoader(Profiles profiles) {
    this.profiles = profiles;
  }

  /**
   * Reads the configuration that an application was started with.
   *
   * @param agentArgument what follows {@code =} behind the agent's jar: a path, or settings such as
   *     {@code config=a.yaml,mode=observe}; may be absent
   */
  public ConfigResult load(
      @Nullable String agentArgument,
      Map<String, String> systemProperties,
      Map<String, String> environment) {
    Problems problems = new Problems();
    Settings settings = Settings.collect(agentArgument, systemProperties, environment, problems);
    Optional<Setting> file = settings.find(SettingPaths.FILE);
    Optional<Mapping> document =
        file.isEmpty()
            ? Optional.of(Mapping.empty(NOWHERE))
            : ConfigFile.read(file.get(), problems)
                .flatMap(text -> document(text, file.get().text().strip(), problems));
    return read(document, settings, problems, Variables.of(environment), description(settings));
  }

  /**
   * Reads a configuration from a text alone; webhooks whose address is an environment variable are
   * left out.
   *
   * @param yaml what would stand in the file
   * @param source how problems name it
   */
  public ConfigResult read(String yaml, String source) {
    Problems problems = new Problems();
    Settings none = Settings.collect(null, Map.of(), Map.of(), problems);
    return read(document(yaml, source, problems), none, problems, Variables.UNKNOWN, source);
  }

  private static Optional<Mapping> document(String yaml, String source, Problems problems) {
    return YamlText.parse(yaml, source, problems)
        .map(document -> DocumentReader.rootOf(document, problems));
  }

  /** Where the file cannot be read, the other places are still asked what that should lead to. */
  private ConfigResult read(
      Optional<Mapping> file,
      Settings settings,
      Problems problems,
      Variables variables,
      String description) {
    Mapping document = settings.over(file.orElse(Mapping.empty(NOWHERE)));
    DocumentReader.Document read = new DocumentReader(profiles, problems, variables).read(document);
    return problems.hasErrors()
        ? new ConfigResult.Rejected(problems.errors(), read.disablesOnError())
        : new ConfigResult.Loaded(read.config(), problems.warnings(), description);
  }

  private static String description(Settings settings) {
    String base =
        settings.find(SettingPaths.FILE).map(file -> file.text().strip()).orElse("defaults");
    List<Setting> others =
        settings.inForce().stream().filter(s -> !s.path().equals(SettingPaths.FILE)).toList();
    return others.isEmpty()
        ? base
        : others.stream()
            .map(setting -> setting.path() + " by " + setting.origin())
            .collect(Collectors.joining(", ", base + "; ", ""));
  }
}
