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
    return new TelemetrySettings(
        section.enumValue("log", base.log()),
        section.enumValue("log_to", base.logTo()),
        section.get("service", TEXT, base.service()),
        section.section("audit", audit -> audit(audit, base.audit())),
        arguments(section),
        section.flag("costs", base.costs()),
        new WebhooksReader(section, extensions, page.port().isPresent()).read(),
        section.section("sinks", extensions::sinks),
        section.section(
            "jfr",
            jfr ->
                new Jfr(
                    jfr.flag("enabled", base.jfr().enabled()),
                    jfr.flag("checks", base.jfr().checks()))),
        section.flag("jmx", base.jmx()),
        section.section("prometheus", TelemetryReader::listener),
        page,
        section.flag("opentelemetry", base.opentelemetry()),
        section.flag("micrometer", base.micrometer()),
        section.flag("summary", base.summary()));
  }

  private static Listener listener(Section section) {
    return new Listener(
        section.get("port", PORT, Listener.NONE.port()),
        section.get("host", ScalarType.TEXT, Listener.NONE.host()));
  }

  private static Audit audit(Section section, Audit base) {
    Audit audit =
        new Audit(
            section.get("file", TEXT, base.file()),
            section.flag("calls", base.calls()),
            section.get("max_size", ScalarType.FILE_SIZE, base.maxSize()),
            section.integer("max_files", 1, 1_000, base.maxFiles()));
    if (audit.calls() && audit.file().isEmpty()) {
      section.warning("calls", " has no effect without " + section.pathOf("file"));
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
