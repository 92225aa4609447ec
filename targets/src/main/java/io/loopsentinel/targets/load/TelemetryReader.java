package io.loopsentinel.targets.load;

import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.targets.config.LogDestination;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.config.TelemetrySettings;
import io.loopsentinel.targets.config.TelemetrySettings.Audit;
import io.loopsentinel.targets.config.TelemetrySettings.Jfr;
import io.loopsentinel.targets.config.TelemetrySettings.Listener;
import io.loopsentinel.targets.config.TelemetrySettings.ShownArguments;
import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.load.Key.Other;
import java.util.List;
import java.util.Optional;

/** Reads the section {@code telemetry}. */
final class TelemetryReader {

  private static final ScalarType<Optional<String>> TEXT = ScalarType.TEXT.orNone();
  private static final ScalarType<Optional<String>> LABEL =
      ScalarType.text("the name of a label such as tenant", LabelsReader.NAME).orNone();
  private static final ScalarType<Optional<Integer>> PORT = ScalarType.integer(0, 65_535).orNone();

  private static final Key HOST =
      Key.value("host", ScalarType.TEXT)
          .means("The address to listen at; whoever reaches it may read it.");

  static final Group KEYS =
      Key.section(
          "telemetry",
          "What the agent reports.",
          Key.choice("log", LogLevel.class).means("The least important lines that are logged."),
          Key.choice("log_to", LogDestination.class).means("The destination of log lines."),
          Key.value("service", TEXT)
              .means(
                  "The application's name in events; none: from OTEL_SERVICE_NAME,"
                      + " the name in Spring Boot or Quarkus, the main class or the jar."),
          Key.section(
              "audit",
              "A file of JSON lines with every event.",
              Key.value("file", TEXT)
                  .means("The file, in an existing folder; each JVM needs a file of its own."),
              Key.flag("calls")
                  .means("Whether it also has calls and turns, by hashes and sizes, for replay."),
              Key.value("max_size", ScalarType.FILE_SIZE)
                  .means("The size at which the file becomes FILE.1."),
              Key.integer("max_files", 1, 1_000)
                  .means("The number of files that are kept, with the current one.")),
          Key.flag("include_arguments")
              .means("Whether events show arguments, up to 2,000 characters."),
          Key.list("redact", ScalarType.TEXT, "[password, \"**.token\"]")
              .means("Paths of arguments that are left out of events, hints and warnings."),
          Key.flag("costs")
              .means(
                  "Whether there is an event with tokens, cost and labels for each turn of the model."),
          WebhooksReader.KEYS,
          new Other(
              "sinks",
              "a mapping of extensions to their settings",
              """
              {"type": ["object", "null"],
               "additionalProperties": {"type": ["object", "null"]}}""",
              true,
              "Receivers of events of extensions, by their names."),
          Key.section(
              "jfr",
              "Events of JDK Flight Recorder.",
              Key.flag("enabled").means("Whether findings and terminations are recorded."),
              Key.flag("checks").means("Whether each check is recorded with its duration.")),
          Key.flag("jmx").means("Whether the agent can be queried and switched over JMX."),
          Key.section(
              "prometheus",
              "Where Prometheus finds the counters.",
              Key.value("port", PORT).means("The port; 0 selects a free one, which the log names."),
              HOST),
          Key.section(
              "page",
              "The live page in the browser.",
              Key.value("port", PORT).means("The port; 0 selects a free one, which the log names."),
              HOST),
          Key.flag("opentelemetry")
              .means("Whether the application's OpenTelemetry gets findings and counters."),
          Key.flag("micrometer").means("Whether the application's Micrometer gets the counters."),
          Key.value("metric_label", LABEL)
              .means("A label by which metrics count as well; none: by tool and agent only."),
          Key.flag("summary")
              .means("Whether a few lines sum up the end of a run with findings or failures."));

  private TelemetryReader() {}

  static TelemetrySettings read(Section section, ExtensionsReader extensions) {
    TelemetrySettings base = TelemetrySettings.DEFAULT;
    Listener page = listener(section.section("page"));
    LogLevel log = section.get("log", base.log());
    if (log == LogLevel.OFF && section.has("log_to")) {
      section.warning("log_to", " has no effect, since telemetry.log is off");
    }
    return new TelemetrySettings(
        log,
        section.get("log_to", base.logTo()),
        section.get("service", base.service()),
        audit(section.section("audit"), base.audit()),
        arguments(section),
        section.get("costs", base.costs()),
        new WebhooksReader(section, extensions, page.port().isPresent()).read(),
        extensions.sinks(section.section("sinks")),
        jfr(section.section("jfr"), base.jfr()),
        section.get("jmx", base.jmx()),
        listener(section.section("prometheus")),
        page,
        section.get("opentelemetry", base.opentelemetry()),
        section.get("micrometer", base.micrometer()),
        section.get("metric_label", base.metricLabel()),
        section.get("summary", base.summary()));
  }

  private static Jfr jfr(Section section, Jfr base) {
    Jfr jfr = new Jfr(section.get("enabled", base.enabled()), section.get("checks", base.checks()));
    if (jfr.checks() && !jfr.enabled()) {
      section.warning("checks", " has no effect, since " + section.pathOf("enabled") + " is false");
    }
    return jfr;
  }

  private static Listener listener(Section section) {
    Listener listener =
        new Listener(
            section.get("port", Listener.NONE.port()), section.get("host", Listener.NONE.host()));
    if (listener.port().isEmpty() && !listener.host().equals(Listener.NONE.host())) {
      warnWithout(section, "port", "host");
    }
    return listener;
  }

  private static void warnWithout(Section section, String needed, String key) {
    section.warning(key, " has no effect without " + section.pathOf(needed));
  }

  private static Audit audit(Section section, Audit base) {
    Audit audit =
        new Audit(
            section.get("file", base.file()),
            section.get("calls", base.calls()),
            section.get("max_size", base.maxSize()),
            section.get("max_files", base.maxFiles()));
    if (audit.file().isEmpty() && audit.calls()) {
      warnWithout(section, "file", "calls");
    }
    if (audit.file().isEmpty() && audit.maxSize() != base.maxSize()) {
      warnWithout(section, "file", "max_size");
    }
    if (audit.file().isEmpty() && audit.maxFiles() != base.maxFiles()) {
      warnWithout(section, "file", "max_files");
    }
    return audit;
  }

  private static ShownArguments arguments(Section section) {
    boolean included = section.get("include_arguments", ShownArguments.NONE.included());
    List<String> redacted = section.list("redact", List.of());
    return new ShownArguments(
        included, PolicyReader.rule(section, "redact", redacted, List.of(), Normalisation.NONE));
  }
}
