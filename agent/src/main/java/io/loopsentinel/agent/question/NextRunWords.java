package io.loopsentinel.agent.question;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages of operators for runs that have not begun, by the name of a session or by {@code
 * label=value}. Keeps the latest three of a name, for at most 100 names. Thread-safe.
 */
public final class NextRunWords {

  private static final int MAX_NAMES = 100;
  private static final int MAX_WORDS = 3;

  /** Guarded by itself; the eldest name is dropped first. */
  private final Map<String, List<String>> words = new LinkedHashMap<>();

  private volatile boolean waits;

  /** Keeps a message for the next run with a name. */
  public void tell(String name, String word) {
    synchronized (words) {
      List<String> all = words.computeIfAbsent(name, unused -> new ArrayList<>());
      all.add(word);
      all.subList(0, Math.max(0, all.size() - MAX_WORDS)).clear();
      if (words.size() > MAX_NAMES) {
        words.remove(words.keySet().iterator().next());
      }
      waits = true;
    }
  }

  /** Removes and returns the messages for a run that begins. */
  public List<String> take(String session, Map<String, String> labels) {
    if (!waits) {
      return List.of();
    }
    synchronized (words) {
      List<String> taken = new ArrayList<>();
      List<String> names = new ArrayList<>(List.of(session));
      labels.forEach((label, value) -> names.add(label + "=" + value));
      for (String name : names) {
        List<String> all = words.remove(name);
        taken.addAll(all == null ? List.of() : all);
      }
      waits = !words.isEmpty();
      return taken;
    }
  }
}
