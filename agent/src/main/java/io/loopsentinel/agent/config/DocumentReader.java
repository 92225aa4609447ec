package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.List;

/** Reads what stands under the root key {@code sentinel}. */
final class DocumentReader {

  /** The root key. */
  static final String ROOT = "sentinel";

  static final List<String> KEYS =
      List.of(
          "mode",
          "profiles",
          "on_config_error",
          "default",
          "overrides",
          "detectors",
          "budget",
          "sessions",
          "targets",
          "telemetry");
  static final List<String> SESSIONS_KEYS = List.of("max", "idle_timeout");

  private static final String FILE = "the file";

  private final Profiles profiles;
  private final Problems problems;
  private final Variables variables;

  DocumentReader(Profiles profiles, Problems problems, Variables variables) {
    this.profiles = profiles;
    this.problems = problems;
    this.variables = variables;
  }

  /** Returns what stands under the root key of a document. */
  static Mapping rootOf(ConfigNode document, Problems problems) {
    Mapping file = Section.mappingIn(document, FILE, problems);
    List<String> misplaced = file.entries().keySet().stream().filter(KEYS::contains).toList();
    if (misplaced.isEmpty()) {
      ConfigNode root = Section.of(file, FILE, List.of(ROOT), problems).node(ROOT);
      return root == null ? Mapping.empty(file.origin()) : Section.mappingIn(root, ROOT, problems);
    }
    String names = Wording.allOf(misplaced.stream().map(Wording::quoted).toList());
    problems.error(
        file.originOfKey(misplaced.get(0)), "put " + names + " under the key \"sentinel\"");
    return Mapping.empty(file.origin());
  }

  /**
   * What a document says.
   *
   * @param disablesOnError whether the application is to start unguarded where it has problems
   */
  record Document(SentinelConfig config, boolean disablesOnError) {}

  /** Reads everything. */
  Document read(Mapping document) {
    Section root = Section.of(document, ROOT, KEYS, problems);
    ToolPolicy defaults = PolicyReader.readDefault(root.section("default", PolicyReader.KEYS));
    Section detectors = root.section("detectors", DetectorsReader.KEYS);
    TelemetrySettings telemetry =
        TelemetryReader.read(root.section("telemetry", TelemetryReader.KEYS), variables);
    SentinelConfig config =
        new SentinelConfig(
            new EngineSettings(
                root.get("mode", ScalarType.constantOf(Mode.class), Mode.ENFORCE),
                defaults,
                OverridesReader.read(root.named("overrides"), defaults, problems),
                DetectorsReader.read(detectors),
                VolatilePatternsReader.read(detectors),
                BudgetReader.read(root.section("budget", BudgetReader.KEYS)),
                sessions(root.section("sessions", SESSIONS_KEYS)),
                telemetry.arguments().redacted()),
            new ProfileSelectionReader(profiles).read(root),
            new TargetsReader(problems, false).read(root.node("targets")),
            telemetry);
    String onError = root.get("on_config_error", ScalarType.choice("fail", "disable"), "fail");
    return new Document(config, onError.equals("disable"));
  }

  private static SessionSettings sessions(Section section) {
    SessionSettings otherwise = SessionSettings.DEFAULT;
    return new SessionSettings(
        section.get("max", Limits.SESSIONS, otherwise.max()),
        section.get("idle_timeout", Limits.TIME_SPAN, otherwise.idleTimeout()));
  }
}
