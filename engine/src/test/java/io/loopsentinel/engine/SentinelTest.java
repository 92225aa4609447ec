package io.loopsentinel.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.engine.Answer.Kind;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.MaxCalls;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The engine as a library. */
class SentinelTest {

  private static final Map<String, String> ARGUMENTS = Map.of("query", "late orders");

  private Sentinel sentinel = Sentinel.withDefaults();

  @Test
  void answersARepeatedCallWithHintsAndThenAborts() {
    for (int i = 0; i < 3; i++) {
      assertThat(call("c-7").kind()).isEqualTo(Kind.RUN);
    }

    Answer hint = call("c-7");
    assertThat(hint.kind()).isEqualTo(Kind.HINT);
    assertThat(hint.text())
        .startsWith(
            "loop-detected: search has already run 3 times with the arguments"
                + " {\"query\":\"late orders\"} and gave the same result each time.");
    assertThat(call("c-7").kind()).isEqualTo(Kind.HINT);
    Answer abort = call("c-7");
    assertThat(abort.kind()).isEqualTo(Kind.ABORT);
    assertThat(abort.text()).endsWith("This call was not run. The run is ended.");
  }

  @Test
  void refusesLimitsThatNoCallCanBeJudgedBy() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Limits(-1, 10, 10, Progress.AWARE))
        .withMessage("expected thresholds from 0 and a window from 1, found -1, 10 and 10");
    assertThatIllegalArgumentException().isThrownBy(() -> new Limits(3, 10, 0, Progress.AWARE));
    assertThatIllegalArgumentException().isThrownBy(() -> new MaxCalls(0, Duration.ofHours(1)));
  }

  @Test
  void namesTheFinding() {
    sentinel = withLadder(Action.ABORT);
    for (int i = 0; i < 3; i++) {
      call("c-7");
    }

    Answer abort = call("c-7");

    assertThat(abort.findings()).hasSize(1);
    Finding finding = abort.findings().get(0);
    assertThat(finding.detector()).isEqualTo("repeat");
    assertThat(finding.summary()).isEqualTo("search called again after 3 matching calls");
    assertThat(finding.occurrence()).isEqualTo(1);
    assertThat(finding.count()).isEqualTo(3);
    assertThat(finding.threshold()).isEqualTo(3);
    assertThat(finding.tools()).containsExactly("search");
  }

  @Test
  void givesAnErrorThatEndsTheRun() {
    sentinel = withLadder(Action.ABORT);
    for (int i = 0; i < 3; i++) {
      call("c-7");
    }

    ToolLoopError error = call("c-7").toError();

    assertThat(error.session()).isEqualTo("c-7");
    assertThat(error.tool()).isEqualTo("search");
    assertThat(error.getStackTrace()[0].getMethodName()).doesNotContain("toError");
    assertThatIllegalStateException().isThrownBy(() -> call("another").toError());
  }

  @Test
  void refusesCallsOfATerminatedSessionUntilItIsReset() {
    sentinel = withLadder(Action.TERMINATE);
    for (int i = 0; i < 3; i++) {
      call("c-7");
    }

    assertThat(call("c-7").kind()).isEqualTo(Kind.TERMINATE);
    assertThat(sentinel.evaluate("c-7", "another tool", null).kind()).isEqualTo(Kind.TERMINATE);
    sentinel.reset("c-7");
    assertThat(call("c-7").kind()).isEqualTo(Kind.RUN);
  }

  @Test
  void letsACallRunThatAPersonAllowed() {
    sentinel = withLadder(Action.ASK);
    for (int i = 0; i < 3; i++) {
      call("c-7");
    }

    Answer asked = call("c-7");
    assertThat(asked.kind()).isEqualTo(Kind.ASK);
    assertThat(asked.text()).contains("This call was not run.");
    Answer allowed = sentinel.allow(asked);
    assertThat(allowed.kind()).isEqualTo(Kind.RUN);
    sentinel.completed(allowed, "[42]");
    assertThatIllegalArgumentException().isThrownBy(() -> sentinel.allow(allowed));
  }

  @Test
  void returnsAWarningWithTheOutcome() {
    List<String> hints = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Answer answer = sentinel.evaluate("c-7", "book", Map.of("seat", i));
      String hint = sentinel.failed(answer, new IllegalStateException("the booking is closed"));
      hints.add(String.valueOf(hint));
    }

    assertThat(hints).startsWith("null", "null");
    assertThat(hints)
        .anySatisfy(
            hint ->
                assertThat(hint).startsWith("loop-detected: ").contains("the booking is closed"));
  }

  @Test
  void returnsTheWarningThatWasGivenBeforeTheCall() {
    sentinel = withLadder(Action.WARN);
    for (int i = 0; i < 3; i++) {
      call("c-7");
    }

    Answer warned = sentinel.evaluate("c-7", "search", ARGUMENTS);
    assertThat(warned.kind()).isEqualTo(Kind.RUN);
    assertThat(warned.findings()).hasSize(1);
    assertThat(warned.text()).isNull();
    assertThat(sentinel.completed(warned, "[]"))
        .startsWith("loop-detected: search has already run");
  }

  @Test
  void onlyReportsInModeObserve() {
    sentinel = Sentinel.with(EngineSettings.DEFAULT.withMode(Mode.OBSERVE));
    for (int i = 0; i < 3; i++) {
      call("c-7");
    }

    Answer observed = sentinel.evaluate("c-7", "search", ARGUMENTS);
    assertThat(observed.kind()).isEqualTo(Kind.RUN);
    assertThat(observed.findings()).hasSize(1);
    assertThat(sentinel.completed(observed, "[]")).isNull();
  }

  @Test
  void warnsAModelThatRepeatsItselfAndThenEndsTheSession() {
    List<Answer> answers = new ArrayList<>();
    while (answers.isEmpty() || answers.get(answers.size() - 1).runs()) {
      assertThat(answers).hasSizeLessThan(10);
      answers.add(
          sentinel.responded("c-7", "I will look for the late orders again.", 90, 20, null));
    }

    assertThat(answers.get(0).text()).isNull();
    assertThat(answers)
        .anySatisfy(answer -> assertThat(answer.text()).startsWith("loop-detected: "));
    Answer last = answers.get(answers.size() - 1);
    assertThat(last.kind()).isEqualTo(Kind.TERMINATE);
    assertThat(last.toError()).hasMessageContaining("session c-7 is ended");
    assertThat(call("c-7").kind()).isEqualTo(Kind.TERMINATE);
  }

  /** A model may ask for one thing twice in a response. */
  @Test
  void takesEqualCallsOfOneResponseForOne() {
    for (int response = 0; response < 2; response++) {
      sentinel.responded("c-7", null, 0, 0, null);
      for (int i = 0; i < 3; i++) {
        assertThat(call("c-7").kind()).isEqualTo(Kind.RUN);
      }
    }
  }

  @Test
  void keepsSessionsApartByEqualIds() {
    UUID id = UUID.randomUUID();
    for (int i = 0; i < 3; i++) {
      call(UUID.fromString(id.toString()));
    }

    assertThat(call(UUID.randomUUID()).kind()).isEqualTo(Kind.RUN);
    assertThat(call(id).kind()).isEqualTo(Kind.HINT);
  }

  @Test
  void letsExactlyTheThresholdPassWhenCallsComeAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Answer>> calls = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        calls.add(() -> sentinel.evaluate("c-7", "search", ARGUMENTS));
      }
      int run = 0;
      for (Future<Answer> answer : threads.invokeAll(calls)) {
        run += answer.get().runs() ? 1 : 0;
      }

      assertThat(run).isEqualTo(3);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void refusesNullAndTheOutcomeOfACallThatWasNotToRun() {
    assertThatNullPointerException()
        .isThrownBy(() -> sentinel.evaluate(nothing(), "search", null))
        .withMessage("session");
    assertThatNullPointerException()
        .isThrownBy(() -> sentinel.evaluate("c-7", nothing(), null))
        .withMessage("tool");
    for (int i = 0; i < 3; i++) {
      call("c-7");
    }
    Answer hint = call("c-7");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sentinel.completed(hint, "[]"))
        .withMessageStartingWith("no call to RUN: Answer[HINT, [repeat: search called again");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  private Answer call(Object session) {
    Answer answer = sentinel.evaluate(session, "search", ARGUMENTS);
    if (answer.runs()) {
      assertThat(sentinel.completed(answer, "[]")).isNull();
    }
    return answer;
  }

  private static Sentinel withLadder(Action... rungs) {
    return Sentinel.with(
        EngineSettings.DEFAULT.withDefaults(ToolPolicy.DEFAULT.withEscalation(Ladder.of(rungs))));
  }
}
