package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Makes engines of configurations. */
final class Engines {

  private Engines() {}

  static LoopEngine shipped() {
    return of("sentinel:");
  }

  static LoopEngine of(String yaml) {
    return new LoopEngine(config(yaml), new Fingerprinter(FieldAccess.toOpenPackages()));
  }

  static LoopEngine of(String yaml, InstantSource clock) {
    return of(yaml, new SpendingStore(), clock);
  }

  /** Returns an engine with a store of budgets and a clock of its test. */
  static LoopEngine of(String yaml, SpendingStore spending, InstantSource clock) {
    EngineSettings settings = config(yaml);
    return new LoopEngine(
        settings,
        new RuntimeSwitches(settings.mode()),
        new Fingerprinter(FieldAccess.toOpenPackages()),
        eviction -> {},
        spending,
        clock);
  }

  /** Returns the action on a call, or null if it passes. */
  static @Nullable Action action(Decision decision) {
    return decision instanceof Decision.Found found ? found.action() : null;
  }

  static EngineSettings config(String yaml) {
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "test");
    if (result instanceof ConfigResult.Loaded loaded) {
      return loaded.config().engine();
    }
    throw new AssertionError(((ConfigResult.Rejected) result).report());
  }
}
