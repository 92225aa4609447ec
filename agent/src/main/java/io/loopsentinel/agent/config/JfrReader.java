package io.loopsentinel.agent.config;

import java.util.List;

/** Reads the section {@code telemetry.jfr}. */
final class JfrReader {

  static final List<String> KEYS = List.of("enabled", "checks");

  private JfrReader() {}

  static JfrSettings read(Section section) {
    JfrSettings otherwise = JfrSettings.DEFAULT;
    return new JfrSettings(
        section.get("enabled", ScalarType.FLAG, otherwise.enabled()),
        section.get("checks", ScalarType.FLAG, otherwise.checks()));
  }
}
