package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.tools.replay.Recording.AnswerStep;
import io.loopsentinel.tools.replay.Recording.CallStep;
import io.loopsentinel.tools.replay.Recording.OutcomeStep;
import io.loopsentinel.tools.replay.Recording.Step;
import io.loopsentinel.tools.replay.Recording.TurnStep;
import io.loopsentinel.tools.support.Json;
import io.loopsentinel.tools.support.MalformedRecordException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an audit log that contains calls. Each period of a session, from one start to the next, is
 * a run.
 *
 * <p>{@code docs/audit-log.md} describes the format. Lines of unknown types are events and say
 * nothing about calls.
 */
final class AuditReader {

  private static final int VERSION = 1;

  private final String file;
  private final Map<String, OpenRun> open = new TreeMap<>();
  private final Map<String, Integer> ended = new HashMap<>();
  private boolean hasCalls;

  /** The JVM that began the log last; empty if unknown. */
  private String instance = "";

  AuditReader(String file) {
    this.file = file;
  }

  /** Returns the runs that a line completes. May be called again after an exception. */
  List<Recording> line(JsonNode line) throws MalformedRecordException {
    int version = line.path("v").asInt();
    String type =
        Json.expect(
            version < 1 ? null : line.path("type").textValue(),
            "an object with \"v\" and \"type\"");
    if (version > VERSION) {
      throw new MalformedRecordException(
          "its schema version is " + version + "; this replay reads version " + VERSION);
    }
    return switch (type) {
      case "call", "turn" -> {
        hasCalls = true;
        // The run had ended, so nothing judged the call.
        if (!line.path("after_end").asBoolean()) {
          open.computeIfAbsent(session(line), name -> new OpenRun(0)).addLine(line, type);
        }
        yield List.of();
      }
      case "reset", "session.reset" -> {
        String session = session(line);
        List<Recording> run = end(session).toList();
        open.put(session, new OpenRun(line.path("began").asLong()));
        yield run;
      }
      // A restarted JVM has no sessions. After a reload the same JVM begins its log again.
      case "agent.started" -> {
        String before = instance;
        instance = line.path("instance").asText();
        yield instance.equals(before) && !before.isEmpty() ? List.of() : endAll();
      }
      // Events only report the consequences of what the other lines record.
      default -> List.of();
    };
  }

  /** Returns the runs that the end of the file completes. */
  List<Recording> end() throws MalformedRecordException {
    if (!hasCalls) {
      throw new MalformedRecordException(
          "it contains no calls; telemetry.audit.calls: true adds them to an audit log");
    }
    return endAll();
  }

  private List<Recording> endAll() {
    return List.copyOf(open.keySet()).stream().flatMap(this::end).toList();
  }

  private Stream<Recording> end(String session) {
    OpenRun run = open.remove(session);
    if (run == null || run.steps.isEmpty()) {
      return Stream.empty();
    }
    int number = ended.merge(session, 1, Integer::sum);
    String id = number == 1 ? session : session + " (" + number + ")";
    List<Step> steps = run.steps.values().stream().flatMap(List::stream).toList();
    return Stream.of(new Recording(file, id, file, null, true, run.shared, false, steps));
  }

  private static String session(JsonNode line) throws MalformedRecordException {
    return Json.expect(line.path("session").textValue(), "a text \"session\"");
  }

  /** Collects the lines of one session. A line is written when its call ends. */
  private static final class OpenRun {

    /** Steps that began before this sequence number belong to the previous run. */
    private final long from;

    /** By sequence number over all calls and turns. */
    private final Map<Long, List<Step>> steps = new TreeMap<>();

    private boolean shared;

    OpenRun(long from) {
      this.from = from;
    }

    void addLine(JsonNode line, String type) throws MalformedRecordException {
      long began = line.path("began").asLong();
      String decision =
          Json.expect(
              began < 1 ? null : line.path("decision").textValue(),
              "a number \"began\" and a text \"decision\"");
      try {
        Step step = type.equals("turn") ? turn(line) : call(line, decision);
        OutcomeStep outcome = step instanceof CallStep call ? outcome(line, call) : null;
        shared |= line.path("shared").asBoolean();
        if (began > from) {
          add(began, step);
          if (step instanceof CallStep call && line.has("answered")) {
            AnswerStep answer = new AnswerStep(call.time(), call, line.path("done").asText());
            add(line.path("answered").asLong(), answer);
          }
          if (outcome != null) {
            add(line.path("ended").asLong(began), outcome);
          }
        }
      } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
        throw new MalformedRecordException(String.valueOf(e.getMessage()));
      }
    }

    private void add(long number, Step step) {
      steps.computeIfAbsent(number, any -> new ArrayList<>()).add(step);
    }
  }

  private static TurnStep turn(JsonNode line) throws MalformedRecordException {
    String words = line.path("words").textValue();
    return new TurnStep(
        time(line),
        new ModelTurn(
            null,
            Json.tokens(line.path("input_tokens")),
            Json.tokens(line.path("cached_tokens")),
            Json.tokens(line.path("output_tokens")),
            line.path("model").textValue(),
            Attribution.NONE),
        words == null ? null : WordSet.ofText(words),
        line.path("refused").asBoolean());
  }

  private static CallStep call(JsonNode line, String decision) throws MalformedRecordException {
    String expected = "a call with \"tool\" and \"fingerprint\"";
    String tool = Json.expect(line.path("tool").textValue(), expected);
    String fingerprint = Json.expect(line.path("fingerprint").textValue(), expected);
    String after = line.path("decision_after").textValue();
    Instant ended = time(line);
    return new CallStep(
        ended == null ? null : Json.inRange(ended.minusMillis(line.path("duration_ms").asLong())),
        tool,
        null,
        Fingerprint.ofHex(fingerprint),
        words(line),
        after == null ? decision : decision + ", " + after);
  }

  /** Returns the words of the arguments, which are part of the result if there is one. */
  private static WordSet words(JsonNode line) {
    String words = line.path("words").asText(line.path("result").path("words").asText(""));
    return WordSet.ofText(words);
  }

  private static @Nullable OutcomeStep outcome(JsonNode line, CallStep call) {
    return Json.plain(line.path("result")) instanceof Map<?, ?> result
        ? new OutcomeStep(time(line), call, Outcome.of(result), false)
        : null;
  }

  private static @Nullable Instant time(JsonNode line) {
    try {
      return Json.inRange(Instant.parse(line.path("time").asText()));
    } catch (DateTimeException e) {
      return null;
    }
  }
}
