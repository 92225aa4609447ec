package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.DetectorsReader.DetectorsSection;
import io.loopsentinel.engine.settings.AbortAt;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the mapping under the root key {@code sentinel}. */
final class DocumentReader {

  static final String ROOT = "sentinel";
  private static final ScalarType<Optional<Duration>> RELOAD =
      ScalarType.duration("24h", "5s").orNone();

  private enum OnConfigError {
    FAIL,
    DISABLE
  }

  private final Profiles profiles;
  private boolean disablesOnError;

  DocumentReader(Profiles profiles) {
    this.profiles = profiles;
  }

  static ConfigNode rootOf(ConfigNode document, Problems problems) {
    Section file = new Section("the file", document, ExternalSettings.NONE, problems);
    List<String> misplaced =
        file.writtenKeys().stream().filter(ExternalSettings::isTopLevel).toList();
    if (misplaced.isEmpty()) {
      ConfigNode root = file.read(section -> section.node(ROOT));
      return root == null ? Mapping.empty(file.origin()) : root;
    }
    String names = Wording.allOf(misplaced.stream().map(Wording::quoted).toList());
    file.keyError(misplaced.get(0), "put " + names + " under the key \"sentinel\"");
    return Mapping.empty(file.origin());
  }

  /** Returns the paths of all settings in reading order. */
  static List<String> paths() {
    Section nothing =
        new Section(
            ROOT,
            Mapping.empty(new Origin("nowhere", 0, 0)),
            ExternalSettings.NONE,
            new Problems());
    new DocumentReader(Profiles.shipped()).read(nothing);
    return nothing.paths();
  }

  boolean disablesOnError() {
    return disablesOnError;
  }

  SentinelConfig read(Section root) {
    EngineSettings base = Presets.settings(root.get("preset", Presets.NAME, Presets.BALANCED));
    Mode mode = root.enumValue("mode", base.mode());
    AbortAt abortAt = root.enumValue("abort_at", base.abortAt());
    List<String> selected = profiles(root);
    disablesOnError =
        root.enumValue("on_config_error", OnConfigError.FAIL) == OnConfigError.DISABLE;
    Optional<Duration> reload = root.get("reload", RELOAD, Optional.empty());
    ToolPolicy defaults =
        root.section("default", section -> PolicyReader.read(section, base.defaults(), false));
    List<ToolOverride> overrides = PolicyReader.readOverrides(root, defaults);
    ExtensionsReader extensions = ExtensionsReader.read(root);
    DetectorsSection detectors =
        root.section("detectors", section -> DetectorsReader.read(section, base, extensions));
    BudgetSettings budget = BudgetReader.read(root);
    Optional<String> budgetsState =
        root.get("budgets_state", ScalarType.TEXT.orNone(), Optional.empty());
    Optional<ExtensionSettings> budgetsStore = root.section("budgets_store", extensions::store);
    if (budgetsState.isPresent() && budgetsStore.isPresent()) {
      root.error("budgets_state", ": expected either budgets_state or budgets_store, not both");
    }
    SessionSettings sessions = root.section("sessions", DocumentReader::sessions);
    AskSettings ask = root.section("ask", DocumentReader::ask);
    List<TargetSpec> targets = new TargetsReader(false).read(root);
    BreakerSettings breaker = root.section("breaker", DocumentReader::breaker);
    TelemetrySettings telemetry =
        root.section("telemetry", section -> TelemetryReader.read(section, extensions));
    return new SentinelConfig(
        new EngineSettings(
            mode,
            abortAt,
            defaults,
            overrides,
            detectors.detectors(),
            detectors.volatilePatterns(),
            budget,
            sessions,
            telemetry.arguments().redacted()),
        reload,
        selected,
        targets,
        budgetsState,
        budgetsStore,
        breaker,
        ask,
        telemetry,
        extensions.loaded());
  }

  private @Nullable List<String> profiles(Section root) {
    ConfigNode node = root.node("profiles");
    String word = node instanceof Scalar scalar && scalar.isText() ? scalar.text() : "";
    if (node == null || word.equals("auto")) {
      return null;
    }
    String example = "auto, none or a list such as [langchain4j]";
    return word.equals("none")
        ? List.of()
        : root.list("profiles", ScalarType.TEXT.map(this::shipped), example).orElse(null);
  }

  private String shipped(String name) {
    List<String> shipped = profiles.names();
    if (shipped.contains(name)) {
      return name;
    }
    String near = Wording.didYouMean(name, shipped);
    String all = shipped.isEmpty() ? "; there are none" : "; available: " + Wording.allOf(shipped);
    throw new IllegalArgumentException(
        "unknown profile " + Wording.quoted(name) + (near.isEmpty() ? all : near));
  }

  private static BreakerSettings breaker(Section section) {
    BreakerSettings base = BreakerSettings.DEFAULT;
    int calls = section.integer("calls", 1, 1_000, base.calls());
    int failures = section.integer("failures", 1, 1_000, base.failures());
    section.requireAtMost("failures", failures, "calls", calls);
    return new BreakerSettings(
        section.enumValue("mode", base.mode()),
        failures,
        calls,
        section.duration("open_for", "24h", "30s", base.openFor()),
        section
            .list("exceptions", ScalarType.TEXT.map(Glob::of), "a list such as [\"*Timeout*\"]")
            .orElse(base.exceptions()));
  }

  private static AskSettings ask(Section section) {
    return new AskSettings(
        section.duration("timeout", "24h", "5m", AskSettings.DEFAULT.timeout()),
        section.integer("max_waiting", 1, 10_000, AskSettings.DEFAULT.maxWaiting()));
  }

  private static SessionSettings sessions(Section section) {
    return new SessionSettings(
        section.integer("max", 1, 10_000_000, SessionSettings.DEFAULT.max()),
        section.duration(
            "idle_timeout", "9999h", "30m, 90s or 1h30m", SessionSettings.DEFAULT.idleTimeout()));
  }
}
