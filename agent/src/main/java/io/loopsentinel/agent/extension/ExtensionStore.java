package io.loopsentinel.agent.extension;

import io.loopsentinel.engine.api.StateStore;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store of an extension, which does no harm; the next change makes up for a failed write. */
record ExtensionStore(StateStore store, ExtensionGuard guard, Map<String, Object> settings)
    implements StateStore {

  /** How long the first guarded call waits for it, and the end of the JVM. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  @Override
  public @Nullable String read() throws Exception {
    return guard.call(LIMIT, store::read);
  }

  @Override
  public void write(String state) {
    guard.callOrNothing(
        LIMIT,
        () -> {
          store.write(state);
          return true;
        });
  }

  /** Two stores are equal if the configuration describes them alike. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ExtensionStore store
        && guard.name().equals(store.guard.name())
        && settings.equals(store.settings);
  }

  @Override
  public int hashCode() {
    return guard.name().hashCode();
  }

  @Override
  public String toString() {
    return "budgets_store." + guard.name();
  }
}
