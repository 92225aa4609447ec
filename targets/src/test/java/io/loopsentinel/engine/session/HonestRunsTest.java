package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs that repeat themselves and make progress all the same: nothing may be found in them. */
class HonestRunsTest {

  private final Run run = Run.withShippedSettings();

  @AfterEach
  void isUntouched() {
    assertThat(run.events()).isEmpty();
  }

  @Test
  void pollWhosePrettyPrintedResultChangesInOneLine() {
    String constantLines = "\n \"field\": \"value\",".repeat(30);
    for (int i = 0; i < 9; i++) {
      run.call("status", Map.of("id", 7), "{" + constantLines + "\n \"progress\": " + i * 10 + "}");
    }
  }

  @Test
  void thirtyDifferentEmptyFiles() {
    for (int i = 0; i < 30; i++) {
      run.call("read", Map.of("path", "/srv/app/src/File" + i + ".java"), "");
    }
  }

  @Test
  void sixParallelFailingReadsOfOneResponse() {
    run.turn("I read the files.");
    for (int i = 0; i < 6; i++) {
      run.call("read", Map.of("p", "f" + i), "Error: file f" + i + " not found");
    }
  }

  @Test
  void batchOfCreatesWhoseAnswerNamesTheFile() {
    for (int i = 0; i < 12; i++) {
      run.call(
          "create",
          Map.of("args", "src/F" + i + ".java"),
          "[File: /app/src/F" + i + ".java (1 lines total)]\n1:");
    }
  }

  @Test
  void twoDifferentFailuresByTurnsEachRepaired() {
    for (int i = 1; i <= 2; i++) {
      run.call("sh", Map.of("c", "make"), "a" + i + ".c:3: error: x");
      run.call("sh", Map.of("c", "make"), "b.c:9: error: y" + i);
      run.call("sh", Map.of("c", "make"), "built a.out fine" + i);
    }
  }
}
