package io.loopsentinel.store.file;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.store.kit.SharedStoreContract;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The contract of shared stores. A JVM has one store for a file, which all its users share. */
class FileStoreTest extends SharedStoreContract {

  private SharedStore store;

  @BeforeEach
  void openFile(@TempDir Path folder) {
    store = new FileStore(folder.resolve("sessions.db"), InstantSource.system());
  }

  @AfterEach
  void closeFile() {
    store.close();
  }

  @Override
  protected SharedStore open() {
    return new User(store);
  }

  /** A user of the store, who does not close it. */
  private record User(SharedStore store) implements SharedStore {

    @Override
    public List<Entry> append(String session, Append append) throws Exception {
      return store.append(session, append);
    }

    @Override
    public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) throws Exception {
      return store.add(amounts, expiry);
    }

    @Override
    public List<Log> logs(int max) throws Exception {
      return store.logs(max);
    }

    @Override
    public void close() {}
  }
}
