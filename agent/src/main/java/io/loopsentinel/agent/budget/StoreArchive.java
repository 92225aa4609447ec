package io.loopsentinel.agent.budget;

import io.loopsentinel.agent.budget.SpendingState.Entry;
import io.loopsentinel.engine.api.StateStore;
import java.util.List;

/** The state store of an extension, which holds the whole state as a single text. */
final class StoreArchive implements SpendingArchive {

  private final StateStore store;
  private final SpendingJson json = new SpendingJson();

  StoreArchive(StateStore store) {
    this.store = store;
  }

  @Override
  public SpendingState open() throws Exception {
    String text = store.read();
    return text == null ? SpendingState.EMPTY : json.state(text);
  }

  @Override
  public boolean canAppend() {
    return false;
  }

  @Override
  public void append(List<Entry> changed) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void replace(SpendingState state) throws Exception {
    store.write(json.text(state));
  }

  @Override
  public void close() {
    // The store belongs to the extension.
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
