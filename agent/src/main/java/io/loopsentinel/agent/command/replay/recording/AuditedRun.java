package io.loopsentinel.agent.command.replay.recording;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.agent.command.replay.recording.AuditedSession.Asked;
import io.loopsentinel.agent.command.replay.recording.AuditedSession.Called;
import io.loopsentinel.agent.command.replay.recording.AuditedSession.Ended;
import io.loopsentinel.agent.command.replay.recording.AuditedSession.Step;
import io.loopsentinel.engine.detect.WordSet;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.session.ModelTurn;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the lines of one session and puts what they tell in order: a line is written when a call
 * has ended, and says when it began.
 */
final class AuditedRun {

  private final long from;
  private final List<Step> steps = new ArrayList<>();
  private boolean shared;

  /**
   * Begins a run.
   *
   * @param from the place of its beginning in the order; what began before is of the run before
   */
  AuditedRun(long from) {
    this.from = from;
  }

  boolean isEmpty() {
    return steps.isEmpty();
  }

  /** Takes the line of a call or turn. */
  void take(JsonNode line) throws MalformedRecordException {
    long began = line.path("began").asLong();
    String decision = line.path("decision").textValue();
    if (began < 1 || decision == null) {
      throw new MalformedRecordException("expected a number \"began\" and a text \"decision\"");
    }
    List<Step> told =
        line.path("type").asText().equals("turn")
            ? List.of(turn(line, began))
            : call(line, began, decision);
    shared |= line.path("shared").asBoolean();
    // A call of a batch that was refused for another one counts as if it had not been made.
    if (began > from && !decision.equals("withdrawn")) {
      steps.addAll(told);
    }
  }

  /** Returns all of it. */
  AuditedSession session() {
    return new AuditedSession(
        shared, steps.stream().sorted(Comparator.comparingLong(Step::order)).toList());
  }

  private static Asked turn(JsonNode line, long began) {
    String words = line.path("words").textValue();
    return new Asked(
        began,
        time(line),
        new ModelTurn(
            null,
            line.path("input_tokens").asLong(),
            line.path("output_tokens").asLong(),
            line.path("model").textValue()),
        words == null ? null : WordSet.ofText(words),
        line.path("refused").asBoolean());
  }

  private static List<Step> call(JsonNode line, long began, String decision)
      throws MalformedRecordException {
    String tool = line.path("tool").textValue();
    String fingerprint = line.path("fingerprint").textValue();
    if (tool == null || fingerprint == null) {
      throw new MalformedRecordException("expected a call with \"tool\" and \"fingerprint\"");
    }
    String after = line.path("decision_after").textValue();
    Instant ended = time(line);
    Duration ran = Duration.ofMillis(line.path("duration_ms").asLong());
    try {
      Called called =
          new Called(
              began,
              ended == null ? null : ended.minus(ran),
              tool,
              Fingerprint.ofHex(fingerprint),
              after == null ? decision : decision + ", " + after);
      return Json.plain(line.path("result")) instanceof Map<?, ?> result
          ? List.of(
              called,
              new Ended(line.path("ended").asLong(began), ended, called, Outcome.of(result)))
          : List.of(called);
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable Instant time(JsonNode line) {
    try {
      return Instant.parse(line.path("time").asText());
    } catch (DateTimeException e) {
      return null;
    }
  }
}
