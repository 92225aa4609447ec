package io.loopsentinel.engine.api;

import java.util.Map;

/** A detector, found by {@link java.util.ServiceLoader}. */
public interface DetectorExtension {

  /** Returns the name of its section in {@code detectors}: {@code a-z}, digits and _. */
  String name();

  /**
   * Returns a rule with the given settings. Called while the configuration is read, possibly before
   * the application's main method.
   *
   * @param settings the members of its section except {@code enabled}, {@code action} and {@code
   *     escalation}: strings, booleans, {@link Number}s, lists and maps
   * @throws SettingException if a setting is invalid
   */
  LoopRule configure(Map<String, Object> settings) throws SettingException;
}
