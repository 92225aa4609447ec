package io.loopsentinel.benchmarks.engine;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.EngineSettings;

/** Makes the engines that are measured. */
final class Engines {

  private Engines() {}

  static LoopEngine shipped() {
    return new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));
  }
}
