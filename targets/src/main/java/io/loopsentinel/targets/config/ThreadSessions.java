package io.loopsentinel.targets.config;

import io.loopsentinel.targets.text.Wording;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Warns about tool targets whose sessions are threads, which serve several users in turn. */
public final class ThreadSessions {

  /** Variables of the default session: the run, or the thread if there is no run. */
  private static final Set<String> DEFAULT_SESSIONS = Set.of("run", "thread");

  private ThreadSessions() {}

  /** Returns a warning about targets in use; none if one of them is a run target. */
  public static Optional<String> warning(Collection<TargetSpec> used) {
    List<String> names =
        used.stream()
            .filter(target -> target.kind() == TargetKind.TOOL && hasThreadSession(target))
            .map(TargetSpec::name)
            .distinct()
            .toList();
    return names.isEmpty() || used.stream().anyMatch(target -> target.kind() == TargetKind.RUN)
        ? Optional.empty()
        : Optional.of(
            "sessions are threads: nothing else separates the calls of tool target%s %s, and pooled threads mix users; add session, or a run target around its calls"
                .formatted(names.size() == 1 ? "" : "s", Wording.allOf(names)));
  }

  private static boolean hasThreadSession(TargetSpec target) {
    SourceExpression session = target.readings().get(Reading.SESSION);
    return session == null
        || DEFAULT_SESSIONS.containsAll(
            Arrays.asList(session.expression().source().strip().split("\\s*\\?\\?\\s*")));
  }
}
