package io.loopsentinel.engine.session;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.gate.EffectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * How sessions are shared with other JVMs.
 *
 * @param store the store, which is not closed
 * @param pod the name of this JVM for people, such as the name of its host. Only {@code
 *     A-Za-z0-9_.-} are kept, and 40 characters
 */
public record Sharing(SharedStore store, String pod) {

  private static final int MAX_POD_LENGTH = 40;

  /** Separates the name of a JVM from what identifies a copy of a session in it. */
  private static final char SEPARATOR = ':';

  private static final int ID_LENGTH = 12;

  public Sharing {
    String kept = pod.replaceAll("[^A-Za-z0-9_.-]", "_");
    pod = kept.substring(0, Math.min(kept.length(), MAX_POD_LENGTH));
  }

  /**
   * A session in the store.
   *
   * @param name its name
   * @param pods the names of the JVMs that took part
   * @param events the number of events that the log holds
   * @param last the time of the last event
   */
  public record SharedSession(String name, Set<String> pods, int events, Instant last) {}

  /**
   * Returns the sessions of all JVMs, in no order.
   *
   * @param max the maximum number of sessions
   * @throws Exception if the store fails
   */
  public List<SharedSession> sessions(int max) throws Exception {
    List<SharedSession> sessions = new ArrayList<>();
    Append nothing = new Append(writer(), 1, List.of(), 0, false, Duration.ofMinutes(1));
    for (String name : store.sessions(max)) {
      List<Entry> entries = EffectKey.isLog(name) ? List.of() : store.append(name, nothing);
      if (!entries.isEmpty()) {
        Set<String> pods = new TreeSet<>();
        entries.forEach(entry -> pods.add(podOf(entry.writer())));
        long last = entries.get(entries.size() - 1).time();
        sessions.add(new SharedSession(name, pods, entries.size(), Instant.ofEpochMilli(last)));
      }
    }
    return sessions;
  }

  /** Returns the place of a session that has read nothing of its log. */
  Replica replica(String name) {
    return new Replica(name, writer());
  }

  private String writer() {
    String random = UUID.randomUUID().toString().replace("-", "");
    return pod + SEPARATOR + random.substring(0, ID_LENGTH);
  }

  private static String podOf(String writer) {
    int end = writer.indexOf(SEPARATOR);
    return end < 0 ? writer : writer.substring(0, end);
  }
}
