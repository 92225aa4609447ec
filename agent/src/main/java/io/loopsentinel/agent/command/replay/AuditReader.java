package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.agent.command.Json;
import io.loopsentinel.agent.command.MalformedRecordException;
import io.loopsentinel.agent.command.replay.Recording.Answered;
import io.loopsentinel.agent.command.replay.Recording.Asked;
import io.loopsentinel.agent.command.replay.Recording.Called;
import io.loopsentinel.agent.command.replay.Recording.Ended;
import io.loopsentinel.agent.command.replay.Recording.Step;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.session.ModelTurn;
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
 * Reads an audit log that holds calls; each session from one beginning to the next is a run.
 *
 * <p>{@code docs/events.md} tells what stands in it. Lines of types that it does not know are
 * events, and tell nothing of calls.
 */
final class AuditReader implements RecordingFile.Format {

  private static final int VERSION = 1;

  private final String file;
  private final Map<String, OpenRun> open = new TreeMap<>();
  private final Map<String, Integer> ended = new HashMap<>();
  private boolean holdsCalls;

  AuditReader(String file) {
    this.file = file;
  }

  @Override
  public List<Recording> line(JsonNode line, long number) throws MalformedRecordException {
    int version = line.path("v").asInt();
    String type =
        Json.expect(
            version < 1 ? null : line.path("type").textValue(),
            "an object with \"v\" and \"type\"");
    if (version > VERSION) {
      throw new MalformedRecordException(
          "its schema has version " + version + "; this replay knows " + VERSION);
    }
    return switch (type) {
      case "call", "turn" -> {
        holdsCalls = true;
        open.computeIfAbsent(session(line), name -> new OpenRun(0)).take(line, type);
        yield List.of();
      }
      case "reset", "session.reset" -> {
        String session = session(line);
        List<Recording> run = end(session).toList();
        open.put(session, new OpenRun(line.path("began").asLong()));
        yield run;
      }
      // A JVM that was started anew knows of no session.
      case "agent.started" -> endAll();
      // An event tells what came of what the others tell.
      default -> List.of();
    };
  }

  @Override
  public List<Recording> end() throws MalformedRecordException {
    if (!holdsCalls) {
      throw new MalformedRecordException(
          "it holds no calls; an audit log has them with telemetry.audit.calls: true");
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

  /** Gathers the lines of one session, which are written when a call has ended. */
  private static final class OpenRun {

    /** What began before is of the run before. */
    private final long from;

    /** By their number in the order of all calls and turns. */
    private final Map<Long, List<Step>> steps = new TreeMap<>();

    private boolean shared;

    OpenRun(long from) {
      this.from = from;
    }

    void take(JsonNode line, String type) throws MalformedRecordException {
      long began = line.path("began").asLong();
      String decision =
          Json.expect(
              began < 1 ? null : line.path("decision").textValue(),
              "a number \"began\" and a text \"decision\"");
      try {
        Step step = type.equals("turn") ? turn(line) : call(line, decision);
        Ended end = step instanceof Called called ? ended(line, called) : null;
        shared |= line.path("shared").asBoolean();
        if (began > from) {
          add(began, step);
          if (step instanceof Called called && line.has("answered")) {
            Answered answered = new Answered(called.time(), called, line.path("done").asText());
            add(line.path("answered").asLong(), answered);
          }
          if (end != null) {
            add(line.path("ended").asLong(began), end);
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

  private static Asked turn(JsonNode line) throws MalformedRecordException {
    String words = line.path("words").textValue();
    return new Asked(
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

  private static Called call(JsonNode line, String decision) throws MalformedRecordException {
    String expected = "a call with \"tool\" and \"fingerprint\"";
    String tool = Json.expect(line.path("tool").textValue(), expected);
    String fingerprint = Json.expect(line.path("fingerprint").textValue(), expected);
    String after = line.path("decision_after").textValue();
    Instant ended = time(line);
    return new Called(
        ended == null ? null : Json.inRange(ended.minusMillis(line.path("duration_ms").asLong())),
        tool,
        null,
        Fingerprint.ofHex(fingerprint),
        words(line),
        after == null ? decision : decision + ", " + after);
  }

  /** Returns the words of the arguments; they stand with the outcome where there is one. */
  private static WordSet words(JsonNode line) {
    String words = line.path("words").asText(line.path("result").path("words").asText(""));
    return WordSet.ofText(words);
  }

  private static @Nullable Ended ended(JsonNode line, Called call) {
    return Json.plain(line.path("result")) instanceof Map<?, ?> result
        ? new Ended(time(line), call, Outcome.of(result), false)
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
