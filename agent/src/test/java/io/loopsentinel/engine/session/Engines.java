package io.loopsentinel.engine.session;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.Profiles;

/** Makes engines of configurations. */
final class Engines {

  private Engines() {}

  /** Returns an engine with the settings that ship. */
  static LoopEngine shipped() {
    return of("sentinel:");
  }

  static LoopEngine of(String yaml) {
    return new LoopEngine(config(yaml), new Fingerprinter(FieldAccess.toOpenPackages()));
  }

  static EngineSettings config(String yaml) {
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "test");
    if (result instanceof ConfigResult.Loaded loaded) {
      return loaded.config().engine();
    }
    throw new AssertionError(((ConfigResult.Rejected) result).report());
  }
}
