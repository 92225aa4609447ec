package io.loopsentinel.agent.question;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.settings.Action;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits for a person.
 *
 * @param event what told that it waits
 * @param answer by what its one answer comes; completed by {@link Questions} alone
 * @param done what was done with the call; absent until then
 */
public record PendingQuestion(
    LoopEvent event, CompletableFuture<Answer> answer, @Nullable Action done) {

  /** Returns what it is answered by. */
  public LoopEvent.Question question() {
    return Objects.requireNonNull(event.question());
  }

  /** Returns the question with an answer to it. */
  public LoopEvent.Question answered(Answer given) {
    LoopEvent.Question asked = question();
    String kind = given.kind() == null ? null : given.kind().text();
    return new LoopEvent.Question(asked.id(), asked.expires(), asked.fallback(), kind, given.by());
  }
}
