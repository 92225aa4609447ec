package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.fingerprint.FieldAccess;
import io.loopsentinel.agent.fingerprint.Fingerprinter;

/** Makes engines of configurations. */
final class Engines {

  private Engines() {}

  /** Returns an engine with the settings that ship. */
  static Engine shipped() {
    return of("sentinel:");
  }

  static Engine of(String yaml) {
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "test");
    if (result instanceof ConfigResult.Loaded loaded) {
      return new Engine(loaded.config(), new Fingerprinter(FieldAccess.toOpenPackages()));
    }
    throw new AssertionError(((ConfigResult.Rejected) result).report());
  }
}
