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
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes every event as a line of JSON to a file, and calls and turns where they are asked for.
 *
 * <p>{@code docs/events.md} tells what stands in it. A line that cannot be written is lost and
 * reported, and the next one is tried again. Used by one thread at a time.
 */
public final class AuditLog implements EventSink {

  /** Raised when a member changes its meaning or goes away; new members do not raise it. */
  private static final int VERSION = 1;

  /** Characters of a text: longer than any that the agent words itself. */
  private static final int LONGEST_TEXT = 6_000;

  /** Pure ASCII: no character can turn a line around, and no tool mistakes the encoding. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final File file;
  private final RotatingFile lines;
  private final String agent;
  private final Supplier<ServiceInstance> instance;
  private final boolean calls;
  private final Consumer<Throwable> failures;
  private final Headroom headroom = new Headroom();
  private boolean begun;

  /**
   * Creates a log; nothing is opened before the first event.
   *
   * @param file where lines go; its folder has to exist
   * @param calls whether calls and turns are written, too
   * @param agent name and version of the agent
   * @param instance tells whose events they are; asked once
   * @param failures told of each line that could not be written
   */
  public AuditLog(
      File file,
      long maxSize,
      int maxFiles,
      boolean calls,
      String agent,
      Supplier<ServiceInstance> instance,
      Consumer<Throwable> failures) {
    this.file = file.getAbsoluteFile();
    this.lines = new RotatingFile(this.file.toPath(), maxSize, maxFiles);
    this.calls = calls;
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
    if (calls) {
      append(values);
    }
  }

  private void append(Map<String, Object> values) {
    try {
      if (!begun) {
        if (!headroom.isThere()) {
          throw new IOException("file descriptors or heap are used up");
        }
        // Sessions of a JVM before this one are over.
        Map<String, Object> beginning = new LinkedHashMap<>();
        beginning.put("type", "agent.started");
        beginning.put("time", Instant.now().toString());
        beginning.put("agent", agent);
        ServiceInstance own = instance.get();
        beginning.put("service", own.service());
        beginning.put("host", own.host());
        beginning.put("pid", own.pid());
        write(beginning);
        begun = true;
      }
      write(values);
    } catch (IOException e) {
      failures.accept(
          new LocatedFailure(
              "audit log " + file,
              reason(e) + ", or name another file in telemetry.audit.file",
              "an event is not written, the next one is tried again",
              e));
    }
  }

  private void write(Map<String, Object> values) throws IOException {
    Map<String, Object> versioned = new LinkedHashMap<>();
    versioned.put("v", VERSION);
    values.forEach(
        (name, value) ->
            versioned.put(
                name, value instanceof String text ? Printable.of(text, LONGEST_TEXT) : value));
    versioned.put("instance", ServiceInstance.ID);
    String line = JSON.writeValueAsString(versioned) + "\n";
    lines.append(line.getBytes(StandardCharsets.US_ASCII));
  }

  private String reason(IOException e) {
    File folder = file.getParentFile();
    if (folder != null && !folder.isDirectory()) {
      return "there is no folder " + folder + "; create it";
    }
    if (file.isDirectory()) {
      return "it is a folder; remove it";
    }
    // The message of a system call, with the path at most; nothing of the application is in it.
    return "cannot be written to: " + e.getMessage() + "; see to space and permissions there";
  }
}
