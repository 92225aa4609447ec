package io.loopsentinel.agent.telemetry.audit;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.config.TelemetrySettings.Audit;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes each event, and optionally each call and turn, as a line of JSON to a file.
 *
 * <p>{@code docs/audit-log.md} describes the lines. A line that cannot be written is lost and
 * reported, and the next one is tried again. Not thread-safe.
 */
public final class AuditLog implements EventSink {

  /** Incremented when a member changes its meaning or is removed, but not for new members. */
  private static final int VERSION = 1;

  /** In characters; longer than any text that consists of the agent's own words. */
  private static final int MAX_TEXT_LENGTH = 6_000;

  /** Pure ASCII, so that no character reverses a line and no tool mistakes the encoding. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final File file;
  private final RotatingFile lines;
  private final String agent;
  private final Supplier<ServiceInstance> instance;
  private final boolean calls;
  private final Consumer<Throwable> failures;
  private final Headroom headroom = new Headroom();

  /** The source of the lines; {@code null} until the first line is written. */
  private @Nullable ServiceInstance source;

  /**
   * Creates a log. Nothing is opened before the first event.
   *
   * @param file the file; its folder must exist
   * @param instance the source of the events; requested once
   * @param failures notified of each line that cannot be written
   */
  public AuditLog(
      File file,
      Audit settings,
      String agent,
      Supplier<ServiceInstance> instance,
      Consumer<Throwable> failures) {
    this.file = file.getAbsoluteFile();
    this.lines = new RotatingFile(this.file.toPath(), settings.maxSize(), settings.maxFiles());
    this.calls = settings.calls();
    this.agent = agent;
    this.instance = instance;
    this.failures = failures;
  }

  @Override
  public String name() {
    return "audit log";
  }

  @Override
  public void accept(LoopEvent event) {
    append(event.toMap());
  }

  @Override
  public boolean takesTraces() {
    return calls;
  }

  @Override
  public boolean takesSizes() {
    return calls;
  }

  @Override
  public void trace(Map<String, Object> values) {
    append(values);
  }

  private void append(Map<String, Object> values) {
    try {
      ServiceInstance own = source;
      if (own == null) {
        if (!headroom.isThere()) {
          throw new IOException("file descriptors or heap are used up");
        }
        own = instance.get();
        // Marks the end of the sessions of a previous JVM. A reload repeats it.
        write(line(beginning("agent.started", own)));
        source = own;
      }
      String line = line(values);
      // Each file says which JVM its lines are of, because older ones may be deleted.
      write(lines.isBegunBy(line.length()) ? line(beginning("log.continued", own)) + line : line);
    } catch (IOException e) {
      failures.accept(
          new LocatedFailure(
              "audit log " + file,
              reason(e) + ", or name another file in telemetry.audit.file",
              "an event is not written; the next one is tried again",
              e));
    }
  }

  private Map<String, Object> beginning(String type, ServiceInstance own) {
    Map<String, Object> beginning = new LinkedHashMap<>();
    beginning.put("type", type);
    beginning.put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    beginning.put("agent", agent);
    beginning.put("service", own.service());
    beginning.put("host", own.host());
    beginning.put("pid", own.pid());
    return beginning;
  }

  private static String line(Map<String, Object> values) throws IOException {
    Map<String, Object> versioned = new LinkedHashMap<>();
    versioned.put("v", VERSION);
    values.forEach(
        (name, value) ->
            versioned.put(
                name, value instanceof String text ? Printable.of(text, MAX_TEXT_LENGTH) : value));
    versioned.put("instance", ServiceInstance.ID);
    return JSON.writeValueAsString(versioned) + "\n";
  }

  private void write(String text) throws IOException {
    lines.append(text.getBytes(StandardCharsets.US_ASCII));
  }

  private String reason(IOException e) {
    File folder = file.getParentFile();
    if (folder != null && !folder.isDirectory()) {
      return "folder " + folder + " does not exist; create it";
    }
    if (file.isDirectory()) {
      return "it is a folder; remove it";
    }
    // The message of a system call has at most the path, and nothing of the application.
    return "cannot be written to: " + e.getMessage() + "; check its disk space and permissions";
  }
}
