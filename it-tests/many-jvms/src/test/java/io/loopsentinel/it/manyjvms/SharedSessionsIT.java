package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.store.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Three JVMs that answer the messages of a conversation in turn. */
class SharedSessionsIT extends RedisTest {

  private static final int PODS = 3;
  private static final int THRESHOLD = 3;

  /** In USD: 1,000 tokens for 0.10, and 1,000 for 0.20. */
  private static final double COST_OF_A_TURN = 0.3;

  /** Set the property for more. */
  private static final int ROUNDS = Integer.getInteger("loopsentinel.crowds", 60);

  private static final String BOOKS = "books about loops";

  @OnEachJdk
  void aLoopIsStoppedAtTheSameCallAsInOneJvm(Jdk jdk) {
    try (Pods pods = pods(jdk, "")) {
      List<String> results =
          IntStream.range(0, 5)
              .mapToObj(i -> pods.ask(i % PODS, "call", "conversation loops"))
              .toList();

      assertThat(results.subList(0, THRESHOLD)).containsOnly(BOOKS);
      assertThat(results.subList(THRESHOLD, 5))
          .allSatisfy(result -> assertThat(result).startsWith("loop-detected: "));
      assertThat(pods.ask(1, "call", "another loops")).isEqualTo(BOOKS);
    }
  }

  @OnEachJdk(17)
  void of64EqualCallsAtOnceInFourJvmsExactlyTheThresholdRuns(Jdk jdk) {
    try (Pods pods = Pods.start(4, jdk, folder, Pods.redis(server.uri()))) {
      for (int round = 0; round < ROUNDS; round++) {
        int ran =
            pods.askAll("crowd", "round" + round + " 16").stream()
                .mapToInt(result -> Integer.parseInt(result.substring(0, result.indexOf(' '))))
                .sum();
        assertThat(ran).isEqualTo(THRESHOLD);
      }
    }
  }

  @OnEachJdk(17)
  void aRestartForgetsNothing(Jdk jdk) {
    try (Pods before = pods(jdk, "")) {
      IntStream.range(0, THRESHOLD).forEach(i -> before.ask(0, "call", "conversation loops"));
      before.kill(0);
    }

    try (Pods after = pods(jdk, "")) {
      assertThat(after.ask(0, "call", "conversation loops")).startsWith("loop-detected: ");
    }
  }

  @OnEachJdk(17)
  void aBudgetOfAUserHoldsInAllJvms(Jdk jdk) {
    String budget = "budgets: [{name: users, per: user, window: day, turns: 6}]";
    try (Pods pods = pods(jdk, budget)) {
      List<String> results =
          IntStream.range(0, 12)
              .mapToObj(i -> pods.ask(i % PODS, "turn", "conversation" + i + " ann"))
              .toList();

      assertThat(results).filteredOn(result -> result.startsWith("Response")).hasSize(6);
      assertThat(pods.ask(0, "turn", "conversation99 bob")).startsWith("Response");
    }
  }

  @OnEachJdk(17)
  void aBudgetOfTwoDollarsIsExceededByAtMostOneTurnInEachJvm(Jdk jdk) {
    String budget =
        """
        budget: {prices: {scripted: {input: 100, output: 200}}}
          budgets: [{name: users, per: user, window: day, cost_usd: 2}]
        """
            .strip();
    try (Pods pods = pods(jdk, budget)) {
      double spent =
          pods.askAll("spend", "conversation ann").stream()
                  .mapToInt(result -> Integer.parseInt(result.substring(0, result.indexOf(' '))))
                  .sum()
              * COST_OF_A_TURN;

      assertThat(spent).isBetween(2.0, 2.0 + PODS * COST_OF_A_TURN);
      assertThat(pods.ask(0, "turn", "conversation99 bob")).startsWith("Response");
    }
  }

  @OnEachJdk(17)
  void aServerThatIsAwayStopsNoCallAndIsUsedAgain(Jdk jdk) {
    try (Pods pods = pods(jdk, "")) {
      assertThat(pods.ask(0, "call", "conversation loops")).isEqualTo(BOOKS);
      assertThat(pods.ask(1, "call", "conversation loops")).isEqualTo(BOOKS);
      server.kill();

      // It has not read of the other JVM's call.
      assertThat(pods.ask(0, "call", "conversation loops")).isEqualTo(BOOKS);
      assertThat(pods.ask(0, "call", "conversation loops")).isEqualTo(BOOKS);
      assertThat(pods.ask(0, "call", "conversation loops")).startsWith("loop-detected: ");
      assertThat(pods.ask(2, "call", "conversation other")).isEqualTo("books about other");
      pods.program(0).awaitError(log -> log.contains("store"), Duration.ofSeconds(30));

      server.restart();
      RedisServer.await(() -> pods.ask(1, "call", "later loops").startsWith("loop-detected: "));
      RedisServer.await(() -> pods.ask(2, "call", "later loops").startsWith("loop-detected: "));
    }
  }

  private Pods pods(Jdk jdk, String settings) {
    return Pods.start(PODS, jdk, folder, Pods.redis(server.uri()), settings);
  }
}
