package io.loopsentinel.it.extension;

import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStoreExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A store of one session in memory, which is away at first. */
public final class OutageStore implements SharedStoreExtension, SharedStore {

  private final List<Entry> entries = new ArrayList<>();
  private String uri = "";
  private int failures;

  @Override
  public String name() {
    return "outage";
  }

  @Override
  public String mainSetting() {
    return "uri";
  }

  /** Takes an address, and the number of appends that fail. */
  @Override
  public SharedStore configure(Map<String, Object> settings) throws SettingException {
    uri = String.valueOf(settings.get("uri"));
    failures = ((Number) settings.getOrDefault("failures", 0)).intValue();
    if (!uri.startsWith("outage://")) {
      throw new SettingException("uri", "expected outage://HOST, found " + uri);
    }
    return this;
  }

  @Override
  public synchronized List<Entry> append(String session, Append append) throws IOException {
    if (!append.events().isEmpty() && failures-- > 0) {
      throw new IOException("no route to " + uri);
    }
    long number = append.first();
    for (byte[] event : append.events()) {
      entries.add(new Entry(entries.size() + 1L, 0, append.writer(), number++, event));
    }
    return List.copyOf(entries.subList((int) append.after(), entries.size()));
  }

  @Override
  public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) {
    return amounts;
  }

  @Override
  public List<Log> logs(int max) {
    return List.of();
  }

  @Override
  public void close() {
    System.out.println("closed after " + entries.size() + " events");
  }
}
