package io.loopsentinel.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackgroundOutputTest {

  @Test
  void lineIsWrittenBeforeWriterContinues() {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(new BackgroundOutput(written), true);

    for (int line = 0; line < 100; line++) {
      out.println("line " + line);
      assertThat(written.toString(StandardCharsets.UTF_8)).endsWith("line " + line + "\n");
    }
  }

  @Test
  void unreadStreamDoesNotBlockAndReportsDroppedEvents() throws Exception {
    PipedInputStream pipe = new PipedInputStream(64);
    PrintStream out = new PrintStream(new BackgroundOutput(new PipedOutputStream(pipe)), true);

    IntStream.range(0, 10_000).forEach(line -> out.println("line " + line));

    BufferedReader reader = new BufferedReader(new InputStreamReader(pipe, StandardCharsets.UTF_8));
    assertThat(reader.readLine()).isEqualTo("line 0");
    String line = reader.readLine();
    while (!line.contains("dropped")) {
      line = reader.readLine();
    }
    assertThat(line)
        .matches("\\[loop-sentinel\\] dropped 8\\d\\d\\d lines, because this stream was not read");
  }
}
