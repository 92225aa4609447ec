package io.loopsentinel.engine.session;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Log;
import io.loopsentinel.engine.gate.EffectKey;
import io.loopsentinel.engine.session.view.SessionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How sessions are shared with other JVMs.
 *
 * @param store the store, which is not closed
 * @param pod the name of this JVM for people, such as the name of its host. Only {@code
 *     A-Za-z0-9_.-} are kept, and the last 50 characters
 * @param onOtherSettings accepts, once for each, the names of JVMs that judge the same sessions by
 *     other settings or in another version; called while the session is locked
 * @param onUnreadable accepts, for people, each entry that is ignored because it cannot be read;
 *     called while the session is locked
 */
public record Sharing(
    SharedStore store,
    String pod,
    Consumer<String> onOtherSettings,
    Consumer<String> onUnreadable) {

  private static final int MAX_POD_LENGTH = 50;

  /** Separates the name of a JVM from what identifies a copy of a session in it. */
  private static final char SEPARATOR = ':';

  private static final int ID_LENGTH = 12;

  /** Shares sessions without notice of JVMs with other settings and of unreadable entries. */
  public Sharing(SharedStore store, String pod) {
    this(store, pod, other -> {}, entry -> {});
  }

  public Sharing {
    String kept = pod.replaceAll("[^A-Za-z0-9_.-]", "_");
    pod = kept.substring(Math.max(0, kept.length() - MAX_POD_LENGTH));
  }

  /**
   * Returns a name that tells a JVM from others: the host, and the process unless it is the first
   * one of a container.
   *
   * @param host {@code null} if it is unknown
   */
  public static String podName(@Nullable String host, long pid) {
    String name = host == null ? "jvm" : host;
    return pid == 1 ? name : name + "-" + pid;
  }

  /**
   * A session in the store.
   *
   * @param last the time of the last event
   * @param lastPod the name of the JVM that the last event was in
   * @param pods the names of all JVMs that took part
   */
  public record SharedSession(String name, Instant last, String lastPod, Set<String> pods) {}

  /**
   * Returns the sessions of all JVMs, the latest first.
   *
   * @param max the maximum number of sessions. If the store has more, it chooses
   * @throws Exception if the store fails
   */
  public List<SharedSession> sessions(int max) throws Exception {
    return store.logs(max).stream()
        .filter(log -> !EffectKey.isLog(log.session()))
        .map(Sharing::session)
        .sorted(Comparator.comparing(SharedSession::last).reversed())
        .toList();
  }

  /**
   * Returns whether a session is in the store.
   *
   * @throws Exception if the store fails
   */
  public boolean has(String name) throws Exception {
    Append nothing = new Append(writer(), 1, List.of(), 0, false, Duration.ofMinutes(1));
    return !store.append(SessionKey.text(name), nothing).isEmpty();
  }

  private static SharedSession session(Log log) {
    Set<String> pods = new TreeSet<>();
    log.writers().forEach(writer -> pods.add(podOf(writer)));
    return new SharedSession(
        log.session(), Instant.ofEpochMilli(log.time()), podOf(log.writer()), pods);
  }

  /** Returns the replica of a session that has read nothing of its log. */
  Replica replica(String name) {
    return new Replica(name, writer());
  }

  private String writer() {
    String random = UUID.randomUUID().toString().replace("-", "");
    return pod + SEPARATOR + random.substring(0, ID_LENGTH);
  }

  /** Returns the name of the JVM of a writer. */
  static String podOf(String writer) {
    int end = writer.indexOf(SEPARATOR);
    return end < 0 ? writer : writer.substring(0, end);
  }
}
