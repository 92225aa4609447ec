package io.loopsentinel.engine.shared;

import io.loopsentinel.engine.api.SharedStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A store whose appends fail at random: before they happen, or before their reply. */
final class FlakyStore implements SharedStore {

  private final SharedStore store;
  private final Random random;
  private final int percent;

  FlakyStore(SharedStore store, Random random, int percent) {
    this.store = store;
    this.random = random;
    this.percent = percent;
  }

  @Override
  public List<Entry> append(String session, Append append) throws Exception {
    failAtRandom();
    List<Entry> entries = store.append(session, append);
    failAtRandom();
    return entries;
  }

  private void failAtRandom() throws IOException {
    if (random.nextInt(100) < percent) {
      throw new IOException("time-out");
    }
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
  public void close() {
    store.close();
  }
}
