package io.loopsentinel.agent.management;

import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.session.Sharing.SharedSession;
import io.loopsentinel.engine.session.view.SessionState;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.management.SentinelMXBean.SessionStatus;
import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the sessions of all JVMs from the store that they share. */
final class AllJvms {

  /** Maximum number of sessions to read from a store. */
  private static final int MAX_STORED = 1_000;

  private AllJvms() {}

  /**
   * Returns the sessions of all JVMs, the latest first, then those of this JVM alone.
   *
   * @param sharing {@code null} if there is no store
   * @param ofThisJvm the states of the sessions of this JVM, by name
   */
  static SharedSessions sessions(
      @Nullable Sharing sharing, Map<String, SessionState> ofThisJvm, int max) {
    String pod = sharing == null ? "" : sharing.pod();
    Map<String, SessionState> own = new LinkedHashMap<>(ofThisJvm);
    List<SessionStatus> all = new ArrayList<>();
    String problem = "";
    try {
      for (SharedSession each : stored(sharing)) {
        String name = Printable.name(each.name());
        String last = each.last().toString();
        all.add(SessionDirectory.status(name, own.remove(name), last, pods(each)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problem = "the thread was interrupted";
    } catch (Exception e) {
      problem = String.valueOf(e.getMessage());
    }
    own.forEach((name, state) -> all.add(SessionDirectory.status(name, state, "", List.of(pod))));
    return new SharedSessions(pod, problem, all.stream().limit(max).toList());
  }

  private static List<SharedSession> stored(@Nullable Sharing sharing) throws Exception {
    if (sharing == null) {
      throw new IllegalStateException("there is no store that JVMs share (sessions.store)");
    }
    return sharing.sessions(MAX_STORED);
  }

  private static List<String> pods(SharedSession session) {
    Stream<String> others = session.pods().stream().filter(pod -> !pod.equals(session.lastPod()));
    return Stream.concat(Stream.of(session.lastPod()), others).toList();
  }

  /**
   * Returns whether the store has a session.
   *
   * @throws IllegalArgumentException if the store fails
   */
  static boolean have(String session, @Nullable Sharing sharing) {
    try {
      return sharing != null && sharing.has(session);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (Exception e) {
      // Without the cause, whose class a command does not know.
      throw new IllegalArgumentException(
          "this JVM has no such session, and others cannot be asked: " + e.getMessage());
    }
  }
}
