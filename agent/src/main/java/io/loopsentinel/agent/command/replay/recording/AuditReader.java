package io.loopsentinel.agent.command.replay.recording;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads an audit log that holds calls; each session from one beginning to the next is a run.
 *
 * <p>{@code docs/events.md} tells what stands in it. A line that is torn or holds something else is
 * reported and skipped. Lines of types that it does not know are events, and tell nothing of calls.
 */
public final class AuditReader implements RecordingReader {

  private static final int VERSION = 1;

  @Override
  public void read(BufferedReader in, String source, RecordingSink sink) throws IOException {
    Sessions sessions = new Sessions(source, sink);
    long number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      number++;
      try {
        sessions.take(line(line));
      } catch (MalformedRecordException | IllegalArgumentException e) {
        sink.broken(number, String.valueOf(e.getMessage()));
      }
    }
    if (!sessions.hasCalls()) {
      sink.broken(
          number, "it holds no calls; an audit log has them with telemetry.audit.calls: true");
    }
    sessions.endAll();
  }

  private static JsonObject line(String text) throws MalformedRecordException {
    JsonObject line = JsonObject.of(Json.read(text));
    long version = line == null ? 0 : line.number("v", 0);
    if (line == null || version < 1 || line.text("type") == null) {
      throw new MalformedRecordException("expected an object with \"v\" and \"type\"");
    }
    if (version > VERSION) {
      throw new MalformedRecordException(
          "its schema has version " + version + "; this replay knows " + VERSION);
    }
    return line;
  }

  /** The sessions that have begun and not ended. */
  private static final class Sessions {

    private final String source;
    private final RecordingSink sink;
    private final Map<String, AuditedRun> open = new LinkedHashMap<>();
    private final Map<String, Integer> ended = new LinkedHashMap<>();
    private boolean calls;

    Sessions(String source, RecordingSink sink) {
      this.source = source;
      this.sink = sink;
    }

    boolean hasCalls() {
      return calls;
    }

    void take(JsonObject line) throws MalformedRecordException {
      switch (String.valueOf(line.text("type"))) {
        case "call", "turn" -> {
          calls = true;
          run(session(line)).take(line);
        }
        case "reset", "session.reset" -> end(session(line), line.number("began", 0));
        // A JVM that was started anew knows of none.
        case "agent.started" -> endAll();
        default -> {
          // An event tells what came of what the others tell.
        }
      }
    }

    void endAll() {
      for (String session : Map.copyOf(open).keySet().stream().sorted().toList()) {
        end(session, 0);
      }
    }

    private AuditedRun run(String session) {
      return open.computeIfAbsent(session, name -> new AuditedRun(0));
    }

    private void end(String session, long order) {
      AuditedRun run = open.remove(session);
      if (run != null && !run.isEmpty()) {
        int number = ended.merge(session, 1, Integer::sum);
        String id = number == 1 ? session : session + " (" + number + ")";
        sink.run(run.recording(id, source));
      }
      if (order > 0) {
        open.put(session, new AuditedRun(order));
      }
    }

    private static String session(JsonObject line) throws MalformedRecordException {
      String session = line.text("session");
      if (session == null) {
        throw new MalformedRecordException("expected a text \"session\"");
      }
      return session;
    }
  }
}
