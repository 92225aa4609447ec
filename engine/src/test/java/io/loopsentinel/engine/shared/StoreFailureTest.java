package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.OnStoreError;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.shared.MemoryStore.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoreFailureTest {

  private static final int THRESHOLD = 3;

  private final Instant now = Instant.EPOCH;
  private final MemoryStore store = new MemoryStore(() -> now);
  private final Pod pod = Pod.sharing(store, () -> now);
  private final Pod other = Pod.sharing(store, () -> now);

  @Test
  void aJvmGoesOnWithWhatItKnows() {
    boolean unused = pod.search("conversation");
    unused = other.search("conversation");
    unused = pod.search("conversation");
    store.fail(Fault.AWAY);

    assertThat(pod.search("conversation")).isFalse();
  }

  @Test
  void withoutTheStoreAJvmReachesTheVerdictsOfOneThatIsAlone() {
    store.fail(Fault.AWAY);
    Pod alone = Pod.alone(() -> now);
    Random random = new Random(7);

    for (int i = 0; i < 200; i++) {
      Step step = Step.random(random);
      for (Pod each : List.of(alone, pod)) {
        each.engine().turns().asked("conversation");
      }
      assertThat(step.in(pod, "conversation"))
          .as("step %d: %s", i, step)
          .isEqualTo(step.in(alone, "conversation"));
    }
  }

  @Test
  void whatHappenedMeanwhileIsAppendedWhenTheStoreIsBack() {
    store.fail(Fault.AWAY);
    IntStream.range(0, 2).forEach(i -> pod.search("conversation"));
    store.fail(Fault.NONE);

    assertThat(pod.search("conversation")).isTrue();
    assertThat(other.search("conversation")).isFalse();
  }

  @Test
  void callsOfBothJvmsWhileTheStoreWasAwayCountTogetherAfterwards() {
    store.fail(Fault.AWAY);
    IntStream.range(0, 2).forEach(i -> pod.search("conversation"));
    assertThat(other.search("conversation")).isTrue();
    store.fail(Fault.NONE);

    assertThat(other.search("conversation")).as("knows only its own two calls").isTrue();
    assertThat(pod.search("conversation")).isFalse();
    assertThat(other.search("conversation")).isFalse();
  }

  @Test
  void anAppendWhoseReplyIsLostCountsOnce() {
    store.fail(Fault.SILENT);
    assertThat(pod.search("conversation")).isTrue();
    store.fail(Fault.NONE);

    assertThat(pod.search("conversation")).isTrue();
    assertThat(other.search("conversation")).isTrue();
    assertThat(other.search("conversation")).isFalse();
    assertThat(pod.search("conversation")).isFalse();
  }

  @Test
  void aStoreThatHasLostItsDataTakesNothingFromWhatAJvmKnows() {
    IntStream.range(0, 2).forEach(i -> pod.search("conversation"));
    store.lose();

    assertThat(pod.search("conversation")).isTrue();
    assertThat(other.search("conversation")).as("knows one call").isTrue();
    assertThat(pod.search("conversation")).isFalse();
  }

  @Test
  void withOpenCallsRunUnjudgedAndCountLater() {
    Pod open = Pod.sharing(store, () -> now, OnStoreError.OPEN);
    store.fail(Fault.AWAY);
    assertThat(IntStream.range(0, 5).mapToObj(i -> open.search("conversation"))).containsOnly(true);
    store.fail(Fault.NONE);

    assertThat(open.search("conversation")).isFalse();
  }

  @Test
  void withOpenTheFirstFindingAfterwardsIsTheFirst() {
    Pod open = Pod.sharing(store, () -> now, OnStoreError.OPEN);
    store.fail(Fault.AWAY);
    assertThat(IntStream.range(0, 8).mapToObj(i -> open.search("conversation"))).containsOnly(true);
    store.fail(Fault.NONE);

    ToolCall call = open.engine().identify("search", Map.of("query", "loops"));
    Decision decision = open.engine().judge("conversation", call);

    assertThat(((Decision.Found) decision).action()).isEqualTo(Action.HINT);
    assertThat(((Decision.Found) decision).decisive().occurrence()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(value = OnStoreError.class, names = "LOCAL", mode = EnumSource.Mode.EXCLUDE)
  void noSessionEndsByTurnsThatWereNotJudged(OnStoreError onError) {
    Pod pod = Pod.sharing(store, () -> now, onError);
    store.fail(Fault.AWAY);
    ModelTurn turn =
        new ModelTurn("I cannot look that up now: please try again later.", 10, 5, "m");
    for (int i = 0; i < 8; i++) {
      assertThat(pod.engine().turns().judge("conversation", turn)).isNull();
    }
    store.fail(Fault.NONE);

    assertThat(pod.engine().turns().judge("conversation", turn)).isNull();
    assertThat(pod.engine().turns().judgeNext("conversation", Attribution.NONE)).isNull();
  }

  @Test
  void withHintNoCallRuns() {
    Pod strict = Pod.sharing(store, () -> now, OnStoreError.HINT);
    store.fail(Fault.AWAY);
    ToolCall call = strict.engine().identify("search", Map.of("query", "loops"));

    Decision decision = strict.engine().judge("conversation", call);

    assertThat(Pod.runs(decision)).isFalse();
    assertThat(
            Messages.hint(
                strict
                    .engine()
                    .report("conversation", call, ((Decision.Found) decision).decisive())))
        .contains("cannot be counted", "try again later");
    store.fail(Fault.NONE);
    assertThat(strict.search("conversation")).isTrue();
  }

  @Test
  void withHintExemptCallsRun() {
    LoopEngine engine = strictAndExempting("look");
    store.fail(Fault.AWAY);
    ToolCall exempt = engine.identify("look", "a");
    ToolCall other = engine.identify("search", "a");

    assertThat(engine.judgeBatch("conversation", List.of(exempt, exempt))).allMatch(Pod::runs);
    assertThat(engine.judgeBatch("conversation", List.of(exempt, other)))
        .extracting(Pod::runs)
        .containsExactly(true, false);
  }

  @ParameterizedTest
  @EnumSource(OnStoreError.class)
  void theDecisionsAboutABatchHaveConsecutiveNumbers(OnStoreError onError) {
    Pod pod = Pod.sharing(store, () -> now, onError);
    store.fail(Fault.AWAY);
    ToolCall call = pod.engine().identify("search", "a");
    long before = pod.engine().nextNumber();

    List<Decision> decisions = pod.engine().judgeBatch("conversation", List.of(call, call));

    assertThat(decisions)
        .extracting(Decision::sequence)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, decisions.size()).mapToObj(i -> before + i).toList());
    assertThat(pod.engine().nextNumber()).isEqualTo(before + 3);
  }

  private LoopEngine strictAndExempting(String tool) {
    ToolPolicy policy = ToolPolicy.DEFAULT;
    ToolPolicy exempt =
        new ToolPolicy(
            policy.limits(), null, policy.texts(), true, policy.identity(), policy.results(), null);
    SessionSettings sessions =
        new SessionSettings(1_000, Duration.ofMinutes(30), OnStoreError.HINT);
    EngineSettings settings =
        Pod.settings(Pod.SETTINGS.budget(), sessions)
            .withOverrides(List.of(new ToolOverride(Glob.of(tool), exempt)));
    return Pod.sharing(store, () -> now, settings).engine();
  }

  @Test
  void anEventOfAnUnknownVersionIsLeftOut() throws Exception {
    store.inject("conversation", new byte[] {99, 1, 2, 3, 4, 5});
    store.inject("conversation", new byte[] {1});

    assertThat(IntStream.range(0, THRESHOLD + 1).mapToObj(i -> pod.search("conversation")))
        .containsExactly(true, true, true, false);
  }

  @Test
  void aVeryLongNameOfAModelIsCut() {
    ModelTurn turn = new ModelTurn("hello", 10, 5, "m".repeat(100_000));

    assertThat(pod.engine().turns().judge("conversation", turn)).isNull();
    assertThat(store.events("conversation")).hasSize(1);
  }

  @Test
  void aTruncatedEventIsLeftOut() throws Exception {
    boolean unused = pod.search("another");
    byte[] event = store.events("another").get(0);
    for (int length = 0; length < event.length; length++) {
      store.inject("conversation", Arrays.copyOf(event, length));
    }

    assertThat(IntStream.range(0, THRESHOLD + 1).mapToObj(i -> pod.search("conversation")))
        .containsExactly(true, true, true, false);
  }
}
