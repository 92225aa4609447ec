package io.loopsentinel.agent.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Messages of operators for runs that have not begun. Keeps the latest 100; a run gets at most
 * three. Thread-safe.
 */
public final class NextRunWords {

  private static final int MAX_WAITING = 100;

  /** By the name of a session, or by {@code label=value}; the oldest first. Guarded by itself. */
  private final List<Map.Entry<String, String>> words = new ArrayList<>();

  private volatile boolean waits;

  /** Keeps a message for the next run with a name. */
  public void tell(String name, String word) {
    synchronized (words) {
      words.add(Map.entry(name, word));
      words.subList(0, Math.max(0, words.size() - MAX_WAITING)).clear();
      waits = true;
    }
  }

  /** Removes and returns the messages for a run that begins. */
  public List<String> take(String session, Map<String, String> labels) {
    if (!waits) {
      return List.of();
    }
    List<String> names = new ArrayList<>(List.of(session));
    labels.forEach((label, value) -> names.add(label + "=" + value));
    synchronized (words) {
      List<String> taken =
          words.stream()
              .filter(each -> names.contains(each.getKey()))
              .map(Map.Entry::getValue)
              .toList();
      words.removeIf(each -> names.contains(each.getKey()));
      waits = !words.isEmpty();
      return taken;
    }
  }
}
