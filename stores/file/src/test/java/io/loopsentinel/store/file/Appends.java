package io.loopsentinel.store.file;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Appends and reads as one writer. */
final class Appends {

  static final Duration HOUR = Duration.ofHours(1);

  private static final String WRITER = "a";

  /** Appends the event with a number, which is the number as text, and returns the log. */
  static List<Entry> append(SharedStore store, String session, long number) throws Exception {
    byte[] event = Long.toString(number).getBytes(StandardCharsets.UTF_8);
    return store.append(session, new Append(WRITER, number, List.of(event), 0, false, HOUR));
  }

  /** Returns the log. */
  static List<Entry> read(SharedStore store, String session) throws Exception {
    return store.append(session, new Append(WRITER, 1, List.of(), 0, false, HOUR));
  }

  /** Returns entries as lines such as {@code 2 search}: place, event. */
  static List<String> lines(List<Entry> entries) {
    return entries.stream()
        .map(entry -> entry.place() + " " + new String(entry.event(), StandardCharsets.UTF_8))
        .toList();
  }

  private Appends() {}
}
