package io.loopsentinel.agent.command.replay.recording;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
  private final Map<String, AuditedRun> open = new TreeMap<>();
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
        open.computeIfAbsent(session(line), name -> new AuditedRun(0)).take(line);
      }
      case "reset", "session.reset" -> {
        String session = session(line);
        end(session);
        open.put(session, new AuditedRun(line.path("began").asLong()));
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
    AuditedRun run = open.remove(session);
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
}
