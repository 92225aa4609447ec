package io.loopsentinel.it.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The events that a guarded program wrote to an audit log.
 *
 * @param events in the order in which they were written
 */
public record AuditedEvents(List<JsonNode> events) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns a configuration that writes the file that {@link #of} reads. */
  public static String config(File folder) {
    return "sentinel: {telemetry: {audit: {file: '" + file(folder) + "'}}}";
  }

  /** Reads the events that a program wrote by {@link #config}. */
  public static AuditedEvents of(File folder) {
    try {
      return new AuditedEvents(
          Files.readAllLines(file(folder).toPath()).stream().map(AuditedEvents::read).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static File file(File folder) {
    return new File(folder, "audit.jsonl");
  }

  public AuditedEvents of(String type) {
    return new AuditedEvents(
        events.stream().filter(event -> event.path("type").asText().equals(type)).toList());
  }

  public AuditedEvents with(String label, String value) {
    return new AuditedEvents(
        events.stream()
            .filter(event -> event.path("labels").path(label).asText().equals(value))
            .toList());
  }

  public long sum(String member) {
    return events.stream().mapToLong(event -> event.path(member).asLong()).sum();
  }

  /** Returns the values of a label, an empty text where an event has none. */
  public Set<String> label(String name) {
    Set<String> values = new TreeSet<>();
    events.forEach(event -> values.add(event.path("labels").path(name).asText()));
    return values;
  }

  private static JsonNode read(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException("No JSON: " + line, e);
    }
  }
}
