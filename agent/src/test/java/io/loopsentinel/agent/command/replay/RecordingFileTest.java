package io.loopsentinel.agent.command.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  void readsAPackedFileWhateverItsName() throws IOException {
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

  private Read read(byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("runs"), content);
    Read read = new Read();
    new RecordingFile(file.toFile()).read(read);
    return read;
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
