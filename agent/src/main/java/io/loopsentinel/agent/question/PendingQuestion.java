package io.loopsentinel.agent.question;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.engine.settings.Action;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits for a person.
 *
 * @param event the event that announced the question
 * @param answer completed once, and only by {@link Questions}
 * @param done the action taken on the call; {@code null} until then
 */
public record PendingQuestion(
    LoopEvent event, CompletableFuture<Answer> answer, @Nullable Action done) {

  public LoopEvent.Question question() {
    return Objects.requireNonNull(event.question());
  }

  public LoopEvent.Question answered(Answer given) {
    LoopEvent.Question asked = question();
    String kind = given.kind() == null ? null : given.kind().text();
    return LoopEventBuilder.question(
        asked.id(), asked.expires(), asked.fallback(), kind, given.by());
  }
}
