package io.loopsentinel.engine.session;

import static io.loopsentinel.engine.settings.Action.ABORT;
import static io.loopsentinel.engine.settings.Action.HINT;
import static io.loopsentinel.engine.settings.Action.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.session.Run.Event;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Loops as models make them: each is found, and as early as it is one. */
class LoopingRunsTest {

  private final Run run = Run.withShippedSettings();

  @Test
  void errorWithAChangingLineNumber() {
    for (int i = 0; i < 6; i++) {
      run.call(
          "sh",
          Map.of("c", "run " + i),
          "Traceback (most recent call last):\n  File \"a.py\", line "
              + i * 7
              + ", in <module>\nNameError: name \"x\" is not defined");
    }

    assertThat(run.events()).startsWith(new Event(3, WARN, "error"));
  }

  @Test
  void compileErrorWithAChangingLineNumber() {
    for (int i = 0; i < 6; i++) {
      run.call("sh", Map.of("c", "make " + i), "a.c:" + i * 7 + ":3: error: expected ; before }");
    }

    assertThat(run.events()).startsWith(new Event(3, WARN, "error"));
  }

  @Test
  void exceptionForAnyArguments() {
    for (int i = 0; i < 6; i++) {
      run.failing(
          "open",
          Map.of("p", "/a/b" + i),
          new java.io.FileNotFoundException("/a/b" + i + " (No such file or directory)"));
    }

    assertThat(run.events()).startsWith(new Event(3, WARN, "error"));
  }

  @Test
  void editThatGrowsAFileSeenWithLineNumbers() {
    for (int i = 0; i < 6; i++) {
      StringBuilder view = new StringBuilder("[File: a.py (" + (i + 3) + " lines total)]\n");
      view.append("1: import os\n2: \n");
      for (int line = 3; line <= i + 3; line++) {
        view.append(line).append(": x = 1\n");
      }
      run.call("edit", Map.of("p", "a.py", "line", 3, "text", "x = 1"), view.toString());
    }

    assertThat(run.events())
        .containsExactly(
            new Event(3, HINT, "repeat"),
            new Event(4, HINT, "repeat"),
            new Event(5, ABORT, "repeat"));
  }

  @Test
  void editThatGrowsAFileSeenThroughAScrollingWindow() {
    String payload = "void foo() {\n  bar();\n  baz();\n}";
    for (int i = 0; i < 6; i++) {
      StringBuilder view = new StringBuilder("(" + i * 4 + " more lines above)\n");
      for (int k = 0; k < 40; k++) {
        view.append(k + i)
            .append(": line")
            .append(k + i * 4)
            .append(' ')
            .append(k * i)
            .append('\n');
      }
      run.call("edit", Map.of("args", "74:74\n" + payload + "\n"), view + "\n" + payload);
    }

    assertThat(run.events()).startsWith(new Event(3, HINT, "repeat"));
  }

  @Test
  void sevenCallsOfOneToolRoundAndRound() {
    for (int i = 0; i < 40; i++) {
      run.call("read", Map.of("p", "f" + i % 7), "text of " + i % 7);
    }

    assertThat(run.events()).startsWith(new Event(20, HINT, "cycle"));
  }

  @Test
  void sevenToolsRoundAndRound() {
    for (int i = 0; i < 40; i++) {
      run.call("t" + i % 7, Map.of(), "text of " + i % 7);
    }

    assertThat(run.events()).startsWith(new Event(20, HINT, "cycle"));
  }

  @Test
  void twoLoopsByTurns() {
    playFiles("ababcdcd");

    assertThat(run.events()).startsWith(new Event(15, HINT, "repeat"));
  }

  @Test
  void twoLoopsInOneAnother() {
    playFiles("aabb");

    assertThat(run.events()).startsWith(new Event(7, HINT, "repeat"));
  }

  @Test
  void sleepBetweenPollsThatStandStill() {
    for (int i = 0; i < 12; i++) {
      run.call("status", Map.of("id", 7), "pending");
      run.call("sleep", Map.of("s", 5), "");
    }

    assertThat(run.events()).containsExactly(new Event(18, WARN, "waiting"));
  }

  private void playFiles(String names) {
    for (int i = 0; i < 30; i++) {
      String name = String.valueOf(names.charAt(i % names.length()));
      run.call("read", Map.of("p", name), "r" + name);
    }
  }
}
