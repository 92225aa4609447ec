package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.tools.support.RecordLines;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of runs, plain and packed. */
class RecordingFileTest {

  private static final String RUNS = "{\"id\": \"ä\", \"messages\": []}\n".repeat(200);

  @TempDir Path folder;

  @Test
  void readsAPlainFile() throws IOException {
    Read read = read(RUNS.getBytes(StandardCharsets.UTF_8));

    assertThat(read.runs).hasSize(200).allMatch(run -> run.id().equals("ä"));
  }

  @Test
  void readsCompressedFilesOfAnyName() throws IOException {
    Read read = read(packed());

    assertThat(read.runs).hasSize(200).allMatch(run -> run.id().equals("ä"));
  }

  @Test
  void readsAnEmptyFile() throws IOException {
    assertThat(read(new byte[0]).runs).isEmpty();
  }

  @Test
  void failsAtTheEndOfATornFile() {
    byte[] packed = packed();

    assertThatThrownBy(() -> read(Arrays.copyOf(packed, packed.length - 10)))
        .isInstanceOf(EOFException.class);
  }

  @Test
  void skipsALineOfAnAuditLogThatNoAgentWrote() {
    Read read =
        Read.of(
            """
            {"v": 1, "type": "turn", "session": "s", "began": 1, "decision": "run", "words": "!"}
            {"v": 1, "type": "turn", "session": "s", "began": 2, "decision": "run"}
            """);

    assertThat(read.broken).singleElement().asString().startsWith("1: ").contains("base64");
    assertThat(read.runs).singleElement().extracting(Recording::id).isEqualTo("s");
  }

  @Test
  void endsSessionsAtTheStartOfAnotherJvmAndNotAfterAReload() {
    String turns =
        """
        {"v": 1, "type": "agent.started", "instance": "5f2c9a1b"}
        {"v": 1, "type": "turn", "session": "s", "began": 1, "decision": "run"}
        {"v": 1, "type": "agent.started", "instance": "NEXT"}
        {"v": 1, "type": "turn", "session": "s", "began": 2, "decision": "run"}
        """;

    assertThat(Read.of(turns.replace("NEXT", "5f2c9a1b")).runs).hasSize(1);
    assertThat(Read.of(turns.replace("NEXT", "6a3d0b2c")).runs).hasSize(2);
  }

  @Test
  void skipsLinesThatAreNestedTooDeep() {
    for (int depth : new int[] {998, 999, 1000, 1001, 100_000}) {
      Read read =
          Read.of("[".repeat(depth) + "]".repeat(depth), "{\"id\": \"a\", \"messages\": []}");

      assertThat(read.runs)
          .as("%d", depth)
          .singleElement()
          .extracting(Recording::id)
          .isEqualTo("a");
      assertThat(read.broken).as("%d", depth).singleElement().asString().startsWith("1: ");
    }
  }

  @Test
  void readsLinesThatEndAsOnWindows() {
    assertThat(
            Read.of("\ufeff{\"messages\": []}\r", "{\"messages\": []}\r\r{\"messages\": []}").runs)
        .extracting(Recording::id)
        .containsExactly("runs.jsonl:1", "runs.jsonl:2", "runs.jsonl:4");
  }

  @Test
  void removesControlCharactersFromProblems() {
    assertThat(Read.of("\u001b[31mred").broken).singleElement().asString().doesNotContain("\u001b");
  }

  @Test
  void skipsTokensAndTimesThatOverflow() {
    String call =
        "{\"v\": 1, \"type\": \"call\", \"session\": \"s\", \"began\": 1, \"decision\": \"run\","
            + " \"tool\": \"t\", \"fingerprint\": \""
            + "0".repeat(64)
            + "\", \"time\": \"%s\","
            + " \"duration_ms\": %d}";
    String turn =
        "{\"v\": 1, \"type\": \"turn\", \"session\": \"s\", \"began\": 2, \"decision\": \"run\","
            + " \"input_tokens\": 9223372036854775807}";

    Read read =
        Read.of(
            call.formatted("-999999999-01-01T00:00:00Z", 1),
            call.formatted("2026-11-22T08:00:00Z", Long.MAX_VALUE),
            turn);

    assertThat(read.broken).hasSize(2).allMatch(line -> line.matches("[23]: expected .*"));
  }

  private Read read(byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("runs"), content);
    return Read.of(RecordLines.open(file.toFile()), "runs");
  }

  private static byte[] packed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(RUNS.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }
}
