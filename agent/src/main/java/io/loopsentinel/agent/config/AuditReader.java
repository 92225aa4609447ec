package io.loopsentinel.agent.config;

import java.util.List;
import java.util.Optional;

/** Reads the section {@code telemetry.audit}. */
final class AuditReader {

  static final List<String> KEYS = List.of("file", "calls", "max_size", "max_files");

  private static final ScalarType<Optional<String>> FILE =
      ScalarType.TEXT.map(Optional::of).or("none", Optional.empty());

  private AuditReader() {}

  static AuditSettings read(Section section) {
    AuditSettings otherwise = AuditSettings.DEFAULT;
    AuditSettings audit =
        new AuditSettings(
            section.get("file", FILE, otherwise.file()),
            section.get("calls", ScalarType.FLAG, otherwise.calls()),
            section.get("max_size", Limits.FILE_SIZE, otherwise.maxSize()),
            section.get("max_files", Limits.FILES, otherwise.maxFiles()));
    if (audit.calls() && audit.file().isEmpty()) {
      section.warning(
          section.originOf("calls"),
          section.nested("calls") + " has no effect without " + section.nested("file"));
    }
    return audit;
  }
}
