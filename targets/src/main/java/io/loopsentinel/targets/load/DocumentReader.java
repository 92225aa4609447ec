package io.loopsentinel.targets.load;

import io.loopsentinel.engine.settings.AbortAt;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.OnStoreError;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.targets.config.AskSettings;
import io.loopsentinel.targets.config.BreakerSettings;
import io.loopsentinel.targets.config.BreakerSettings.Breaker;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.config.TelemetrySettings;
import io.loopsentinel.targets.load.DetectorsReader.DetectorsSection;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.ConfigNode.Style;
import io.loopsentinel.targets.yaml.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the mapping under the root key {@code sentinel}. */
final class DocumentReader {

  static final String ROOT = "sentinel";
  private static final ScalarType<Optional<Duration>> RELOAD =
      ScalarType.duration("24h", "5s").orNone();

  static final List<Key> KEYS =
      List.of(
          Key.value("preset", Presets.NAME).means("The defaults of mode, default and detectors."),
          Key.choice("mode", Mode.class).means("Whether findings are acted on, or only reported."),
          Key.choice("abort_at", AbortAt.class).means("When the error of an abort is thrown."),
          new Other(
              "profiles",
              "auto, none or a list such as [langchain4j]",
              """
              {"oneOf": [{"enum": ["auto", "none"]},
               {"type": "array", "items": {"type": "string", "minLength": 1}}]}""",
              false,
              "The profiles that are used: all that the agent ships, none, or those named."),
          Key.choice("on_config_error", OnConfigError.class)
              .means("What a mistake in the configuration causes."),
          Key.value("reload", RELOAD)
              .means("The interval at which the file is checked for changes."),
          PolicyReader.DEFAULT,
          OverridesReader.KEYS,
          ExtensionsReader.KEY,
          DetectorsReader.KEYS,
          BudgetReader.BUDGET,
          BudgetReader.BUDGETS,
          Key.value("budgets_state", ScalarType.TEXT.orNone())
              .means("The file that keeps the spending of budgets when the JVM ends."),
          Key.section(
              "sessions",
              "How many sessions are kept, and for how long.",
              Key.integer("max", 1, 10_000_000)
                  .means(
                      "The maximum number of sessions; one more evicts a session that was idle long."),
              Key.value("idle_timeout", ScalarType.duration("9999h", "30m, 90s or 1h30m"))
                  .means("The time after its last call at which a session expires."),
              SharedStoreReader.KEY,
              Key.choice("on_store_error", OnStoreError.class)
                  .means("How calls are handled while that store is unavailable.")),
          Key.section(
              "ask",
              "How calls wait for a person.",
              Key.value("timeout", ScalarType.duration("24h", "5m"))
                  .means("The maximum time that a call waits before the next rung applies."),
              Key.integer("max_waiting", 1, 10_000)
                  .means("The maximum number of waiting calls; beyond it the next rung applies.")),
          TargetsReader.KEYS,
          Key.section(
              "breaker",
              "What is done if a model's provider fails again and again.",
              Key.choice("mode", Breaker.class)
                  .means(
                      "Whether requests to a failing provider are refused, or that is only reported."),
              Key.integer("failures", 1, 1_000)
                  .means("Failures among the last calls that open the breaker."),
              Key.integer("calls", 1, 1_000)
                  .means(
                      "The number of latest turns that are counted; with fewer it stays closed."),
              Key.value("open_for", ScalarType.duration("24h", "30s"))
                  .means("How long an open breaker refuses requests to the provider."),
              Key.list("exceptions", ScalarType.TEXT.map(Glob::of), "[\"*Timeout*\"]")
                  .means(
                      "Names or patterns of exceptions that count as failures of the provider.")),
          TelemetryReader.KEYS);

  private enum OnConfigError {
    FAIL,
    DISABLE
  }

  /** The section {@code sessions}; {@code store} is the name of the shared store, if any. */
  private record Sessions(SessionSettings settings, Optional<String> store) {}

  private final Profiles profiles;
  private boolean disablesOnError;

  DocumentReader(Profiles profiles) {
    this.profiles = profiles;
  }

  static ConfigNode rootOf(ConfigNode document, Problems problems) {
    Section.Context context = Section.Context.of(problems);
    Section file =
        new Section(
            "the file",
            document,
            List.of(Key.section(ROOT, "The root of the configuration.")),
            context);
    List<String> misplaced =
        file.writtenKeys().stream().filter(ExternalSettings::isTopLevel).toList();
    if (misplaced.isEmpty()) {
      ConfigNode root = file.opened().node(ROOT);
      context.finish();
      return root == null ? Mapping.empty(file.origin()) : root;
    }
    String names = Wording.allOf(misplaced.stream().map(Wording::quoted).toList());
    file.keyError(misplaced.get(0), "put " + names + " under the key \"sentinel\"");
    return Mapping.empty(file.origin());
  }

  boolean disablesOnError() {
    return disablesOnError;
  }

  SentinelConfig read(Section root) {
    EngineSettings base = Presets.settings(root.get("preset", Presets.BALANCED));
    Mode mode = root.get("mode", base.mode());
    AbortAt abortAt = root.get("abort_at", base.abortAt());
    List<String> selected = profiles(root);
    root.record("profiles", selected == null ? "auto" : selected);
    disablesOnError = root.get("on_config_error", OnConfigError.FAIL) == OnConfigError.DISABLE;
    Optional<Duration> reload = root.get("reload", Optional.empty());
    ToolPolicy defaults = PolicyReader.read(root.section("default"), base.defaults(), false);
    List<ToolOverride> overrides = OverridesReader.read(root, defaults);
    ExtensionsReader extensions = ExtensionsReader.read(root);
    DetectorsSection detectors = DetectorsReader.read(root.section("detectors"), base, extensions);
    BudgetSettings budget = BudgetReader.read(root);
    Optional<String> budgetsState = root.get("budgets_state", Optional.empty());
    Sessions sessions = sessions(root.section("sessions"), extensions.sharedStore());
    AskSettings ask = ask(root.section("ask"));
    List<TargetSpec> targets = new TargetsReader(false).read(root);
    BreakerSettings breaker = breaker(root.section("breaker"));
    TelemetrySettings telemetry = TelemetryReader.read(root.section("telemetry"), extensions);
    return new SentinelConfig(
        new EngineSettings(
            mode,
            abortAt,
            defaults,
            overrides,
            detectors.detectors(),
            detectors.volatilePatterns(),
            budget,
            sessions.settings(),
            telemetry.arguments().redacted()),
        reload,
        selected,
        targets,
        budgetsState,
        sessions.store(),
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
    if (node instanceof Scalar scalar && scalar.style() == Style.UNTYPED && word.isEmpty()) {
      root.error(
          "profiles", ": expected auto, none or a list such as [langchain4j], found nothing");
      return null;
    }
    return word.equals("none")
        ? List.of()
        : root.list("profiles", ScalarType.TEXT.map(this::shipped)).orElse(null);
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
    int calls = section.get("calls", base.calls());
    int failures = section.get("failures", base.failures());
    section.requireAtMost("failures", failures, "calls", calls);
    return new BreakerSettings(
        section.get("mode", base.mode()),
        failures,
        calls,
        section.get("open_for", base.openFor()),
        section.list("exceptions", base.exceptions()));
  }

  private static AskSettings ask(Section section) {
    return new AskSettings(
        section.get("timeout", AskSettings.DEFAULT.timeout()),
        section.get("max_waiting", AskSettings.DEFAULT.maxWaiting()));
  }

  private static Sessions sessions(Section section, SharedStoreReader stores) {
    return new Sessions(
        new SessionSettings(
            section.get("max", SessionSettings.DEFAULT.max()),
            section.get("idle_timeout", SessionSettings.DEFAULT.idleTimeout()),
            section.get("on_store_error", SessionSettings.DEFAULT.onStoreError())),
        stores.read(section));
  }
}
