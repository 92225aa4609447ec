package io.loopsentinel.agent.telemetry.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.FailureLog;
import io.loopsentinel.agent.telemetry.LogText;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.config.TelemetrySettings.Audit;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events as lines of a file. */
class AuditLogTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ByteArrayOutputStream agentLines = new ByteArrayOutputStream();
  private final FailureLog failures =
      new FailureLog(
          new AgentLog(new PrintStream(agentLines, true, StandardCharsets.UTF_8), LogLevel.INFO),
          line -> {});

  @TempDir private Path folder;

  @Test
  void holdsEachEventWithTheVersionOfTheSchemaFirst() throws IOException {
    LoopEvent event = event("why", "c-7");

    write(log(), event);

    List<String> lines = Files.readAllLines(file());
    assertThat(lines).hasSize(2).allMatch(line -> line.startsWith("{\"v\":1,\"type\":"));
    assertThat(JSON.readTree(lines.get(0)).get("type").asText()).isEqualTo("agent.started");
    assertThat(JSON.readTree(lines.get(0)).get("agent").asText()).isEqualTo("1.2.3");
    JsonNode written = JSON.readTree(lines.get(1));
    List<String> names = new ArrayList<>();
    written.fieldNames().forEachRemaining(names::add);
    assertThat(names).startsWith("v").containsAll(event.toMap().keySet());
    assertThat(written.get("session").asText()).isEqualTo("c-7");
    assertThat(written.get("calls_stopped").asLong()).isEqualTo(42);
  }

  @Test
  void eachFileBeginsWithItsSource() throws IOException {
    write(log(file().toFile(), 1_000), event("one", "s"), event("two", "s"), event("three", "s"));

    JsonNode first = JSON.readTree(Files.readAllLines(folder.resolve("audit.jsonl.1")).get(0));
    JsonNode next = JSON.readTree(Files.readAllLines(file()).get(0));

    assertThat(first.get("type").asText()).isIn("agent.started", "log.continued");
    assertThat(next.get("type").asText()).isEqualTo("log.continued");
    assertThat(next.get("host").asText()).isEqualTo("host-1");
    assertThat(next.get("pid").asLong()).isEqualTo(42);
  }

  @Test
  void keepsAnEventOnOneLineOfPlainCharacters() throws IOException {
    String hostile = "a\nb\u001b[31m\u202e\u0085\u2028\u007f" + "x".repeat(100_000);

    write(log(), event(hostile, "ü"));

    String text = Files.readString(file());
    assertThat(text.lines()).hasSize(2);
    assertThat(text.chars()).allMatch(c -> c == '\n' || (c >= ' ' && c < 127));
    assertThat(text).hasSizeLessThan(8_000).contains("\"\\u00FC\"");
  }

  @Test
  void saysOnceWhereAndWhyNothingIsWrittenAndWhatToDo() throws IOException {
    File nowhere = folder.resolve("nowhere/audit.jsonl").toFile();
    AuditLog log = log(nowhere);

    write(log, event("one", "s"), event("two", "s"));

    assertThat(LogText.of(agentLines).strip())
        .isEqualTo(
            "[loop-sentinel] audit log %s: folder %s does not exist; create it, or name another file in telemetry.audit.file; an event is not written; the next one is tried again"
                .formatted(nowhere, nowhere.getParent()));
    assertThat(failures.count()).isEqualTo(2);
    assertThat(nowhere.getParentFile()).doesNotExist();
  }

  @Test
  void beginsOnceThoughItsFileWasMissingAtFirst() throws IOException {
    Path late = folder.resolve("late");
    AuditLog log = log(late.resolve("audit.jsonl").toFile());
    log.accept(event("lost", "s"));

    Files.createDirectory(late);
    write(log, event("one", "s"), event("two", "s"));

    assertThat(Files.readAllLines(late.resolve("audit.jsonl")))
        .extracting(line -> JSON.readTree(line).at("/type").asText())
        .containsExactly("agent.started", "loop.detected", "loop.detected");
  }

  private AuditLog log() {
    return log(file().toFile());
  }

  private AuditLog log(File file) {
    return log(file, 1 << 20);
  }

  private AuditLog log(File file, int maxSize) {
    return new AuditLog(
        file,
        new Audit(Optional.empty(), true, maxSize, 2),
        "1.2.3",
        () -> new ServiceInstance("shop", "host-1", 42),
        failures);
  }

  private Path file() {
    return folder.resolve("audit.jsonl");
  }

  private static void write(AuditLog log, LoopEvent... events) {
    for (LoopEvent event : events) {
      log.accept(event);
    }
  }

  private static LoopEvent event(String reason, String session) {
    return new LoopEventBuilder(LoopEvent.Type.LOOP_DETECTED, reason)
        .time(Instant.EPOCH)
        .session(session)
        .tool("search")
        .loop("repeat", "00ff", List.of("search"))
        .found(1, 3, 3)
        .action("hint", null)
        .setting("overrides.search.threshold")
        .callsStopped(42)
        .build();
  }
}
