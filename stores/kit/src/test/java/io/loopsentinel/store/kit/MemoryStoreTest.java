package io.loopsentinel.store.kit;

import io.loopsentinel.engine.api.SharedStore;

/** The contract, on a store in memory. */
class MemoryStoreTest extends SharedStoreContract {

  private final MemoryStore.Data data = new MemoryStore.Data();

  @Override
  protected SharedStore open() {
    return new MemoryStore(data);
  }
}
