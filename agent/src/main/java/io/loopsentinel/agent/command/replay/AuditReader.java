package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.agent.command.replay.AuditedSession.Asked;
import io.loopsentinel.agent.command.replay.AuditedSession.Called;
import io.loopsentinel.agent.command.replay.AuditedSession.Ended;
import io.loopsentinel.agent.command.replay.AuditedSession.Step;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.session.ModelTurn;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads an audit log that holds calls; each session from one beginning to the next is a run.
 *
 * <p>{@code docs/events.md} tells what stands in it. Lines of types that it does not know are
 * events, and tell nothing of calls.
 */
final class AuditReader implements LineReader {

  private static final int VERSION = 1;

  private final String source;
  private final RecordingSink sink;
  private final Map<String, OpenRun> open = new TreeMap<>();
  private final Map<String, Integer> ended = new HashMap<>();
  private boolean holdsCalls;

  AuditReader(String source, RecordingSink sink) {
    this.source = source;
    this.sink = sink;
  }

  @Override
  public void line(String text, long number) throws MalformedRecordException {
    JsonNode line = Json.read(text);
    int version = line.path("v").asInt();
    String type = line.path("type").textValue();
    if (version < 1 || type == null) {
      throw new MalformedRecordException("expected an object with \"v\" and \"type\"");
    }
    if (version > VERSION) {
      throw new MalformedRecordException(
          "its schema has version " + version + "; this replay knows " + VERSION);
    }
    switch (type) {
      case "call", "turn" -> {
        holdsCalls = true;
        open.computeIfAbsent(session(line), name -> new OpenRun(0)).take(line);
      }
      case "reset", "session.reset" -> {
        String session = session(line);
        end(session);
        open.put(session, new OpenRun(line.path("began").asLong()));
      }
      // A JVM that was started anew knows of none.
      case "agent.started" -> endAll();
      default -> {
        // An event tells what came of what the others tell.
      }
    }
  }

  @Override
  public void end(long lines) {
    if (!holdsCalls) {
      sink.broken(
          lines, "it holds no calls; an audit log has them with telemetry.audit.calls: true");
    }
    endAll();
  }

  private void endAll() {
    List.copyOf(open.keySet()).forEach(this::end);
  }

  private void end(String session) {
    OpenRun run = open.remove(session);
    if (run != null && !run.isEmpty()) {
      int number = ended.merge(session, 1, Integer::sum);
      String id = number == 1 ? session : session + " (" + number + ")";
      sink.run(new Recording(id, source, null, null, List.of(), run.session()));
    }
  }

  private static String session(JsonNode line) throws MalformedRecordException {
    String session = line.path("session").textValue();
    if (session == null) {
      throw new MalformedRecordException("expected a text \"session\"");
    }
    return session;
  }

  /**
   * Gathers the lines of one session: a line is written when a call has ended, and says when it
   * began.
   */
  private static final class OpenRun {

    /** What began before is of the run before. */
    private final long from;

    private final List<Step> steps = new ArrayList<>();
    private boolean shared;

    OpenRun(long from) {
      this.from = from;
    }

    boolean isEmpty() {
      return steps.isEmpty();
    }

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

    AuditedSession session() {
      return new AuditedSession(
          shared, steps.stream().sorted(Comparator.comparingLong(Step::order)).toList());
    }
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
