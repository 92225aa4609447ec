package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.TelemetrySettings.Audit;
import io.loopsentinel.agent.config.TelemetrySettings.Jfr;
import io.loopsentinel.agent.config.TelemetrySettings.Listener;
import io.loopsentinel.agent.config.TelemetrySettings.ShownArguments;
import io.loopsentinel.engine.identity.Normalisation;
import java.util.List;
import java.util.Optional;

/** Reads the section {@code telemetry}. */
final class TelemetryReader {

  private static final ScalarType<Optional<String>> TEXT = ScalarType.TEXT.orNone();
  private static final ScalarType<Optional<Integer>> PORT =
      ScalarType.integer(0, 65_535).map(Long::intValue).orNone();

  private TelemetryReader() {}

  static TelemetrySettings read(Section section, ExtensionsReader extensions) {
    TelemetrySettings base = TelemetrySettings.DEFAULT;
    Listener page = section.section("page", TelemetryReader::listener);
    LogLevel log = section.enumValue("log", base.log());
    if (log == LogLevel.OFF && section.has("log_to")) {
      section.warning("log_to", " has no effect, since telemetry.log is off");
    }
    return new TelemetrySettings(
        log,
        section.enumValue("log_to", base.logTo()),
        section.get("service", TEXT, base.service()),
        section.section("audit", audit -> audit(audit, base.audit())),
        arguments(section),
        section.flag("costs", base.costs()),
        new WebhooksReader(section, extensions, page.port().isPresent()).read(),
        section.section("sinks", extensions::sinks),
        section.section("jfr", jfr -> jfr(jfr, base.jfr())),
        section.flag("jmx", base.jmx()),
        section.section("prometheus", TelemetryReader::listener),
        page,
        section.flag("opentelemetry", base.opentelemetry()),
        section.flag("micrometer", base.micrometer()),
        section.flag("summary", base.summary()));
  }

  private static Jfr jfr(Section section, Jfr base) {
    Jfr jfr =
        new Jfr(section.flag("enabled", base.enabled()), section.flag("checks", base.checks()));
    if (jfr.checks() && !jfr.enabled()) {
      section.warning("checks", " has no effect, since " + section.pathOf("enabled") + " is false");
    }
    return jfr;
  }

  private static Listener listener(Section section) {
    Listener listener =
        new Listener(
            section.get("port", PORT, Listener.NONE.port()),
            section.get("host", ScalarType.TEXT, Listener.NONE.host()));
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
            section.get("file", TEXT, base.file()),
            section.flag("calls", base.calls()),
            section.get("max_size", ScalarType.FILE_SIZE, base.maxSize()),
            section.integer("max_files", 1, 1_000, base.maxFiles()));
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
    boolean included = section.flag("include_arguments", ShownArguments.NONE.included());
    List<String> redacted =
        section
            .list("redact", ScalarType.TEXT, "a list such as [password, \"**.token\"]")
            .orElse(List.of());
    return new ShownArguments(
        included, PolicyReader.rule(section, "redact", redacted, List.of(), Normalisation.NONE));
  }
}
