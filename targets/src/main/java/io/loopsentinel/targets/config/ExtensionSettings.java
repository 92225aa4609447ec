package io.loopsentinel.targets.config;

import java.util.Map;

/** The section of an extension: its name, and its own settings as JSON values by key. */
public record ExtensionSettings(String name, Map<String, Object> settings) {

  public ExtensionSettings {
    settings = Map.copyOf(settings);
  }

  /** Returns the name alone, because the settings may be secrets. */
  @Override
  public String toString() {
    return name;
  }
}
