package io.loopsentinel.engine.api;

import java.util.Map;

/** A detector of an extension, found by {@link java.util.ServiceLoader}. */
public interface DetectorExtension {

  /** Returns its name, by which {@code detectors} configures it: {@code a-z}, digits and _. */
  String name();

  /**
   * Returns the rule that its settings ask for; called as the configuration is read, which may be
   * before the application's main.
   *
   * @param settings what stands in its section beside {@code enabled}, {@code action} and {@code
   *     escalation}: texts, booleans, {@link Number}s, lists and maps
   * @throws SettingException if one of them does not fit
   */
  LoopRule configure(Map<String, Object> settings) throws SettingException;
}
