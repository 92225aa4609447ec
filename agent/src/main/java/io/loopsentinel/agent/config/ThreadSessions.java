package io.loopsentinel.agent.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Warns of tool targets whose sessions are threads, which serve one user after the other. */
public final class ThreadSessions {

  /**
   * What calls have that nobody told apart: the second stands for the first where there is none.
   */
  private static final Set<String> IMPLIED = Set.of("run", "thread");

  private ThreadSessions() {}

  /** Returns a warning about some of the targets that are in use; a run target covers them all. */
  public static Optional<String> warning(Collection<TargetSpec> used) {
    List<String> names =
        used.stream()
            .filter(target -> target.kind() == TargetKind.TOOL && isOfThread(target))
            .map(TargetSpec::name)
            .toList();
    return names.isEmpty() || used.stream().anyMatch(target -> target.kind() == TargetKind.RUN)
        ? Optional.empty()
        : Optional.of(
            "sessions are threads: nothing else tells those of tool target%s %s apart, and pooled threads mix users; add session, or a run target around its calls"
                .formatted(names.size() == 1 ? "" : "s", Wording.allOf(names)));
  }

  private static boolean isOfThread(TargetSpec target) {
    SourceExpression session = target.readings().get(Reading.SESSION);
    return session == null
        || IMPLIED.containsAll(
            Arrays.asList(session.expression().source().strip().split("\\s*\\?\\?\\s*")));
  }
}
