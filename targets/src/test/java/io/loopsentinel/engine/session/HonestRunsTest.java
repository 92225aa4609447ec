package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs that repeat themselves and make progress all the same: nothing may be found in them. */
class HonestRunsTest {

  private static final String LETTERS = "abcdefgh";

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
  void sleepWithTextBetweenChangingPolls() {
    for (int i = 0; i < 9; i++) {
      run.call("status", Map.of("id", 7), i * 10 + " percent done");
      run.call("sleep", Map.of("s", 5), "Slept for 5 seconds");
    }
  }

  @Test
  void thirtyDifferentFiles() {
    for (int i = 0; i < 30; i++) {
      run.call(
          "read",
          Map.of("path", "/srv/app/src/main/java/com/acme/module/File" + i + ".java"),
          "class File" + i + " { int x" + i + "; }");
    }
  }

  @Test
  void thirtyDifferentEmptyFiles() {
    for (int i = 0; i < 30; i++) {
      run.call("read", Map.of("path", "/srv/app/src/File" + i + ".java"), "");
    }
  }

  @Test
  void sameTestAfterDifferentEditsWithOtherFailures() {
    for (int i = 0; i < 8; i++) {
      run.call(
          "test",
          Map.of(),
          "FAIL test_" + LETTERS.charAt(i) + "\nAssertionError: expected 3 but was 4\n1 failed");
      run.call("edit", Map.of("n", i), "edited " + i);
    }
  }

  @Test
  void sixParallelIdenticalReadsOfOneResponse() {
    run.turn("I read the file.");
    for (int i = 0; i < 6; i++) {
      run.call("read", Map.of("p", "a"), "the text of the file a which is long enough");
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
  void twoAgentsSideBySide() {
    for (int i = 0; i < 3; i++) {
      run.in("a").call("read", Map.of("p", "a"), "text");
      run.in("b").call("read", Map.of("p", "a"), "text");
    }
  }

  @Test
  void batchOfWritesAnsweredWithOk() {
    for (int i = 0; i < 30; i++) {
      run.call("put", Map.of("table", "orders", "tenant", "acme", "region", "eu", "row", i), "ok");
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
