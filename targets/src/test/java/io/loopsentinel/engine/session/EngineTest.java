package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EngineTest {

  private static final String SESSION = "main";
  private static final String FAILURE = "java.io.IOException: disk not ready";

  @Test
  void namesTheSettingThatWouldHaveLetTheCallPass() {
    LoopEngine engine =
        Engines.of(
            """
            sentinel:
              default: {threshold: 1, progress: ignore}
              overrides: {"get_*": {threshold: 2}}
            """);

    assertThat(findingAfter(1, "search", engine).setting()).isEqualTo("default.threshold");
    assertThat(findingAfter(2, "get_user", engine).setting())
        .isEqualTo("overrides.get_*.threshold");
  }

  @Test
  void tellsWhyTheOverrideExists() {
    LoopEngine engine =
        Engines.of(
            """
            sentinel:
              default: {threshold: 1, progress: ignore}
              overrides: {search: {threshold: 1, reason: Search should converge.}}
            """);
    judge(engine, "search", 0);

    Decision.Found found = (Decision.Found) judge(engine, "search", 0);

    assertThat(found.decisive().reason()).isEqualTo("Search should converge.");
  }

  @Test
  void namesTheOverrideThatACycleWasMeasuredBy() {
    LoopEngine engine =
        Engines.of(
            """
            sentinel:
              detectors: {repeat: {enabled: false}}
              overrides: {poll: {threshold: 4, window_size: 50}}
            """);
    List<Decision> decisions = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      decisions.add(judge(engine, "poll", 0));
      decisions.add(judge(engine, "wait", 0));
    }

    Decision last = decisions.get(9);

    assertThat(decisions.subList(0, 9)).allMatch(Decision.Pass.class::isInstance);
    Finding finding = ((Decision.Found) last).decisive().finding();
    assertThat(finding.setting()).isEqualTo("overrides.poll.threshold");
    assertThat(finding.cycle()).containsExactly("poll", "wait");
    assertThat(finding.count()).isEqualTo(5);
  }

  @Test
  void anOverrideThatLeavesTheThresholdAsItIsLoosensNoCycle() {
    LoopEngine engine =
        Engines.of(
            """
            sentinel:
              detectors: {repeat: {enabled: false}}
              overrides: {poll: {suggest: "ask the user"}}
            """);
    for (int i = 0; i < 5; i++) {
      assertThat(judge(engine, i % 2 == 0 ? "poll" : "wait", 0)).isInstanceOf(Decision.Pass.class);
    }

    assertThat(judge(engine, "wait", 0)).isInstanceOf(Decision.Found.class);
  }

  @Test
  void anOutcomeThatComesAfterAResetIsForgotten() {
    LoopEngine engine = Engines.shipped();
    List<RecordedCall> late = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      late.add(recorded(judge(engine, "open", i)));
    }
    engine.reset(SESSION);
    for (RecordedCall each : late) {
      assertThat(engine.outcomeFailed(each, FAILURE)).isNull();
    }

    assertThat(engine.outcomeFailed(recorded(judge(engine, "open", 2)), FAILURE)).isNull();
  }

  @Test
  void outcomesMayComeInAnyOrder() {
    LoopEngine engine = Engines.of("sentinel: {detectors: {error: {threshold: 3}}}");
    List<RecordedCall> calls = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      calls.add(recorded(judge(engine, "open", i)));
    }

    assertThat(engine.outcomeFailed(calls.get(2), FAILURE)).isNull();
    assertThat(engine.outcomeFailed(calls.get(0), FAILURE)).isNull();
    Decision.Found third = Objects.requireNonNull(engine.outcomeFailed(calls.get(1), FAILURE));

    assertThat(third.action()).isEqualTo(Action.WARN);
    assertThat(third.recorded()).isNull();
  }

  @Test
  void aSuccessDropsTheStopThatFailuresOfTheToolLeft() {
    LoopEngine engine = Engines.of("sentinel: {detectors: {error: {escalation: [abort]}}}");
    List<RecordedCall> calls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      calls.add(recorded(judge(engine, "open", i)));
    }
    calls.subList(0, 3).forEach(each -> engine.outcomeFailed(each, FAILURE));

    engine.outcome(calls.get(3), "the text of the file");

    assertThat(judge(engine, "open", 4)).isInstanceOf(Decision.Pass.class);
  }

  @Test
  void anotherResultDropsTheStopThatEqualOnesLeft() {
    for (String detector : List.of("stagnation", "similar_calls")) {
      LoopEngine engine = engineThatAbortsOn(detector);
      List<RecordedCall> calls = askedFourTimes(engine);
      calls.subList(0, 3).forEach(each -> engine.outcome(each, "one place in the file"));

      engine.outcome(calls.get(3), "two places in the file");

      assertThat(judgeSearch(engine)).as(detector).isInstanceOf(Decision.Pass.class);
    }
  }

  @Test
  void theSameResultOnceMoreDropsNoStop() {
    for (String detector : List.of("stagnation", "similar_calls")) {
      LoopEngine engine = engineThatAbortsOn(detector);
      List<RecordedCall> calls = askedFourTimes(engine);

      calls.forEach(each -> engine.outcome(each, "one place in the file"));

      assertThat(judgeSearch(engine))
          .as(detector)
          .isInstanceOfSatisfying(
              Decision.Found.class, found -> assertThat(found.action()).isEqualTo(Action.ABORT));
    }
  }

  @Test
  void ignoredWordsDoNotMakeCallsSimilar() {
    assertThat(similarCallsFound("")).isTrue();
    assertThat(similarCallsFound("default: {identity: {ignore: [origin]}},")).isFalse();
  }

  @Test
  void anAnswerIsNewAfterSixtyFourOtherCallsHoweverLongTheWindowIs() {
    Run run = new Run(Engines.of("sentinel: {default: {window_size: 200}}"));

    for (int i = 0; i < 200; i++) {
      run.call("search", Map.of("q", "query " + i), "answer " + i % 70);
    }

    assertThat(run.events()).isEmpty();
  }

  @Test
  void aLongNameOfAToolIsRememberedByItsBeginningAndAHash() {
    LoopEngine engine = Engines.of("sentinel: {overrides: {\"a*\": {exempt: true}}}");
    String name = "a".repeat(1_000_000);

    assertThat(engine.identify(name + "b", null).tool())
        .hasSizeLessThan(300)
        .startsWith("aaa")
        .contains("1000001 characters")
        .isNotEqualTo(engine.identify(name + "c", null).tool());
    assertThat(engine.identify(name + "z", null).policy().exempt()).isTrue();
    assertThat(engine.identify("a".repeat(256), null).tool()).isEqualTo("a".repeat(256));
  }

  @Test
  void anEndedSessionSaysWhatEndedIt() {
    LoopEngine engine =
        Engines.of("sentinel: {default: {threshold: 1, progress: ignore, action: terminate}}");
    judge(engine, "search", 0);
    Decision.Found ended = (Decision.Found) judge(engine, "search", 0);
    Decision.Found after = (Decision.Found) judge(engine, "other", 0);

    assertThat(ended.afterEnd()).isFalse();
    assertThat(after.afterEnd()).isTrue();
    assertThat(after.detections()).isEqualTo(ended.detections());
    assertThat(after.sequence()).isEqualTo(ended.sequence() + 1);
    assertThat(engine.turns().judge(SESSION, new ModelTurn("anything", 0, 0, null)))
        .usingRecursiveComparison()
        .ignoringFields("sequence")
        .isEqualTo(after);
  }

  @Test
  void manyToolsWithOverridesDoNotGrowASessionWithoutBound() {
    LoopEngine engine = Engines.of("sentinel: {overrides: {\"*\": {threshold: 2}}}");
    // A tool comes back after so many others that its window has been forgotten.
    for (int round = 0; round < 4; round++) {
      for (int tool = 0; tool < 200; tool++) {
        assertThat(judge(engine, "tool" + tool, 0)).isInstanceOf(Decision.Pass.class);
      }
    }
  }

  /** Calls whose questions have nothing in common, and whose long reasons are the same. */
  private static boolean similarCallsFound(String setting) {
    Run run =
        new Run(
            Engines.of("sentinel: {" + setting + " detectors: {stagnation: {enabled: false}}}"));
    for (String question : List.of("rivers", "bridges", "harbours", "tunnels", "roads", "lakes")) {
      run.call(
          "search",
          Map.of(
              "question",
              question,
              "origin",
              "the user asked me to look for the one place that is named in this old letter"),
          "nothing of interest");
    }
    return run.events().stream().anyMatch(event -> event.detector().equals("similar_calls"));
  }

  private static LoopEngine engineThatAbortsOn(String detector) {
    String abort = "{threshold: 2, escalation: [abort]}";
    String off = "{enabled: false}";
    return Engines.of(
        "sentinel: {detectors: {repeat: %s, cycle: %s, stagnation: %s, similar_calls: %s}}"
            .formatted(
                off,
                off,
                detector.equals("stagnation") ? abort : off,
                detector.equals("similar_calls") ? abort : off));
  }

  private static List<RecordedCall> askedFourTimes(LoopEngine engine) {
    List<RecordedCall> calls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      calls.add(recorded(judgeSearch(engine)));
    }
    return calls;
  }

  private static Decision judgeSearch(LoopEngine engine) {
    return judge(engine, "search", 0);
  }

  private static Finding findingAfter(int calls, String tool, LoopEngine engine) {
    for (int i = 0; i < calls; i++) {
      assertThat(judge(engine, tool, 0)).isInstanceOf(Decision.Pass.class);
    }
    return ((Decision.Found) judge(engine, tool, 0)).decisive().finding();
  }

  private static Decision judge(LoopEngine engine, String tool, int argument) {
    return engine.judge(SESSION, engine.identify(tool, Map.of("n", argument)));
  }

  private static RecordedCall recorded(Decision decision) {
    return Objects.requireNonNull(((Decision.Pass) decision).recorded());
  }
}
