package io.loopsentinel.agent.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Messages of operators for runs that have not begun. Keeps the latest 100; a run gets at most
 * three. Thread-safe.
 */
public final class NextRunMessages {

  private static final int MAX_WAITING = 100;

  /** By the name of a session, or by {@code label=value}; the oldest first. Guarded by itself. */
  private final List<Map.Entry<String, String>> messages = new ArrayList<>();

  private volatile boolean waits;

  public void tell(String name, String message) {
    synchronized (messages) {
      messages.add(Map.entry(name, message));
      messages.subList(0, Math.max(0, messages.size() - MAX_WAITING)).clear();
      waits = true;
    }
  }

  public List<String> take(String session, Map<String, String> labels) {
    if (!waits) {
      return List.of();
    }
    List<String> names = new ArrayList<>(List.of(session));
    labels.forEach((label, value) -> names.add(label + "=" + value));
    synchronized (messages) {
      List<String> taken =
          messages.stream()
              .filter(each -> names.contains(each.getKey()))
              .map(Map.Entry::getValue)
              .toList();
      messages.removeIf(each -> names.contains(each.getKey()));
      waits = !messages.isEmpty();
      return taken;
    }
  }
}
