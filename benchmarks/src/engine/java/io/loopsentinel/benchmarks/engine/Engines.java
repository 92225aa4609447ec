package io.loopsentinel.benchmarks.engine;

import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Engine;

/** Makes the engines that are measured. */
final class Engines {

  private Engines() {}

  /** Returns an engine with the settings that ship. */
  static Engine shipped() {
    return of("sentinel:");
  }

  /** Returns an engine that looks at so many calls, all else as it ships. */
  static Engine ofWindow(int size) {
    return of("sentinel: {default: {window_size: " + size + "}}");
  }

  private static Engine of(String yaml) {
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "benchmark");
    if (result instanceof ConfigResult.Loaded loaded) {
      return new Engine(loaded.config(), new Fingerprinter(FieldAccess.toOpenPackages()));
    }
    throw new IllegalStateException(((ConfigResult.Rejected) result).report());
  }
}
