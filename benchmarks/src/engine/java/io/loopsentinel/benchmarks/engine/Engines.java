package io.loopsentinel.benchmarks.engine;

import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;

/** Makes the engines that are measured. */
final class Engines {

  private Engines() {}

  /** Returns an engine with the settings that ship. */
  static LoopEngine shipped() {
    return of("sentinel:");
  }

  /** Returns an engine that looks at so many calls, all else as it ships. */
  static LoopEngine ofWindow(int size) {
    return of("sentinel: {default: {window_size: " + size + "}}");
  }

  private static LoopEngine of(String yaml) {
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "benchmark");
    if (result instanceof ConfigResult.Loaded loaded) {
      return new LoopEngine(loaded.config(), new Fingerprinter(FieldAccess.toOpenPackages()));
    }
    throw new IllegalStateException(((ConfigResult.Rejected) result).report());
  }
}
