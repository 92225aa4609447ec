package io.loopsentinel.targets.extension;

import io.loopsentinel.engine.api.StateStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The guarded store of an extension. The next change makes up for a failed write. */
record ExtensionStore(StateStore store, ExtensionGuard guard) implements StateStore {

  /** How long the first guarded call and the shutdown of the JVM wait for the store. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  @Override
  public @Nullable String read() throws Exception {
    return guard.call(TIMEOUT, store::read);
  }

  @Override
  public void write(String state) {
    guard.callOrNull(
        TIMEOUT,
        () -> {
          store.write(state);
          return true;
        });
  }

  @Override
  public String toString() {
    return "budgets_store." + guard.name();
  }
}
