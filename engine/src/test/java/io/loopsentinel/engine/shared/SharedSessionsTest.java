package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RequestedCall;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.session.Sharing.SharedSession;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SharedSessionsTest {

  private static final int THRESHOLD = 3;

  private Instant now = Instant.EPOCH;
  private final MemoryStore store = new MemoryStore(() -> now);

  @Test
  void aJvmThatBeginsLaterKnowsTheCallsBefore() {
    Pod first = Pod.sharing(store, () -> now);
    IntStream.range(0, THRESHOLD).forEach(i -> first.search("conversation"));

    assertThat(Pod.sharing(store, () -> now).search("conversation")).isFalse();
  }

  @Test
  void aKeyThatNamesNoConversationIsNotShared() {
    List<Pod> pods = pods(2);
    Object thread = new Object();
    IntStream.range(0, THRESHOLD).forEach(i -> pods.get(0).search(thread));

    assertThat(pods.get(1).search(thread)).isTrue();
    assertThat(store.appends()).isZero();
  }

  @Test
  void ofEqualCallsAtTheSameMomentExactlyTheThresholdRuns() throws Exception {
    List<Pod> pods = pods(4);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      for (int round = 0; round < 100; round++) {
        String session = "round " + round;
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
          Pod pod = pods.get(i % 4);
          ToolCall call = pod.engine().identify("search", Map.of("query", "loops"));
          calls.add(
              threads.submit(
                  () -> {
                    start.await();
                    return Pod.runs(pod.engine().judge(session, call));
                  }));
        }
        start.countDown();
        int run = 0;
        for (Future<Boolean> call : calls) {
          run += call.get(1, TimeUnit.MINUTES) ? 1 : 0;
        }
        assertThat(run).isEqualTo(THRESHOLD);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void allJvmsReachTheVerdictsOfOne() {
    reachTheVerdictsOfOne((pod, session) -> {});
  }

  /** Calls of a stream may come before its end. */
  @Test
  void allJvmsReachTheVerdictsOfOneWhoeverSendsTheRequests() {
    reachTheVerdictsOfOne((pod, session) -> pod.engine().turns().asked(session));
  }

  private void reachTheVerdictsOfOne(BiConsumer<Pod, String> beforeEachStep) {
    List<Pod> pods = pods(3);
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Pod alone = Pod.alone(() -> now);
      String session = "conversation " + seed;
      for (int step = 0; step < 40; step++) {
        now = now.plusSeconds(1 + random.nextInt(5));
        Step next = Step.random(random);
        beforeEachStep.accept(alone, session);
        String expected = next.in(alone, session);
        Pod pod = pods.get(random.nextInt(3));
        beforeEachStep.accept(pod, session);
        assertThat(next.in(pod, session))
            .as("seed %d, step %d: %s", seed, step, next)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void aSessionThatAnOperatorEndsIsEndedInAllJvms() {
    List<Pod> pods = pods(2);
    assertThat(pods.get(1).search("conversation")).isTrue();

    pods.get(0).engine().end("conversation");

    assertThat(pods.get(1).search("conversation")).isFalse();
    assertThat(pods.get(1).engine().reset("conversation")).isTrue();
    assertThat(pods.get(0).search("conversation")).isTrue();
  }

  @Test
  void aSessionThatIsEndedIsEndedInAllJvms() {
    List<Pod> pods = pods(2);
    ToolCall call = pods.get(0).engine().identify("search", Map.of("query", "loops"));
    IntStream.range(0, THRESHOLD).forEach(i -> pods.get(0).search("conversation"));
    Decision found = pods.get(0).engine().judge("conversation", call);

    pods.get(0).engine().end("conversation", (Decision.Found) found);

    ToolCall other = pods.get(1).engine().identify("read", Map.of("id", 7));
    assertThat(Pod.runs(pods.get(1).engine().judge("conversation", other))).isFalse();

    pods.get(1).engine().reopen("conversation");
    assertThat(Pod.runs(pods.get(0).engine().judge("conversation", other))).isTrue();
  }

  @Test
  void aMessageOfAnOperatorReachesTheModelOnceWhereverItIsAskedNext() {
    List<Pod> pods = pods(2);
    pods.forEach(pod -> pod.search("conversation"));

    pods.get(0).engine().turns().tell("conversation", "Come to an end.");
    boolean unused = pods.get(1).search("conversation");

    assertThat(pods.get(1).engine().turns().takeWords("conversation"))
        .containsExactly("Come to an end.");
    unused = pods.get(0).search("conversation");
    assertThat(pods.get(0).engine().turns().takeWords("conversation")).isEmpty();
  }

  @Test
  void theListOfSessionsSaysWhichJvmsTookPartInEach() throws Exception {
    now = Instant.ofEpochSecond(7);
    boolean unused = Pod.sharing(store, () -> now, "pod-a").search("conversation");
    unused = Pod.sharing(store, () -> now, "pod b").search("conversation");

    assertThat(new Sharing(store, "page").sessions(10))
        .containsExactly(
            new SharedSession(
                "conversation", Instant.ofEpochSecond(7), "pod_b", Set.of("pod-a", "pod_b")));
  }

  @Test
  void theNameOfAJvmHasTheProcessUnlessItIsTheFirstOfAContainer() {
    assertThat(Sharing.podName("shop-7d9f", 1)).isEqualTo("shop-7d9f");
    assertThat(Sharing.podName("shop-7d9f", 42)).isEqualTo("shop-7d9f-42");
    assertThat(Sharing.podName(null, 42)).isEqualTo("jvm-42");
  }

  @Test
  void anEventTakesAFewHundredBytesAndHoldsNoArgumentOrResult() {
    Pod pod = Pod.sharing(store, () -> now);

    String unused =
        pod.call("conversation", "find_orders", Map.of("customer", "Miriam"), "Order 17: a lamp");

    assertThat(store.events("conversation"))
        .hasSize(2)
        .allSatisfy(
            event ->
                assertThat(new String(event, StandardCharsets.ISO_8859_1))
                    .hasSizeLessThan(250)
                    .doesNotContain("Miriam", "lamp"));
  }

  @Test
  void eventsHaveTheNamesByWhichJvmsOfOtherVersionsKnowThem() throws Exception {
    Pod pod = Pod.sharing(store, () -> now);
    LoopEngine engine = pod.engine();
    ToolCall search = engine.identify("search", Map.of("query", "loops"));
    List<String> names = new ArrayList<>();

    engine.attribute("a", new Attribution("run", Map.of("user", "ann")));
    Object unused = pod.search("a");
    unused = pod.turn("a", "Let me look.");
    engine.turns().asked("a");
    unused = pod.callTogether("a", "read", List.of(Map.of()));
    engine.turns().requested("a", List.of(new RequestedCall(search, "call-1")));
    unused = engine.turns().judgeUndispatched("a");
    unused = engine.allow("a", search);
    engine.turns().tell("a", "Come to an end.");
    unused = engine.turns().takeWords("a");
    IntStream.range(0, THRESHOLD).forEach(i -> pod.search("b"));
    engine.end("a", (Decision.Found) engine.judge("b", search));
    engine.reopen("a");
    engine.end("a");
    for (byte[] event : store.events("a")) {
      names.add(name(event));
    }
    unused = engine.reset("a");
    names.add(name(store.events("a").get(0)));

    assertThat(new LinkedHashSet<>(names))
        .containsExactly(
            "ATTRIBUTED",
            "ASKED",
            "COMPLETED",
            "REQUESTING",
            "RESPONDED",
            "SENT",
            "ASKED_TOGETHER",
            "UNDISPATCHED",
            "ALLOWED",
            "TOLD",
            "TAKEN",
            "ENDED",
            "REOPENED",
            "STOPPED",
            "RESTARTED");
  }

  private static String name(byte[] event) throws Exception {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(event))) {
      assertThat(in.readByte()).as("version").isEqualTo((byte) 1);
      assertThat(in.skipBytes(Integer.BYTES)).isEqualTo(Integer.BYTES);
      return in.readUTF();
    }
  }

  private List<Pod> pods(int count) {
    return Stream.generate(() -> Pod.sharing(store, () -> now)).limit(count).toList();
  }
}
