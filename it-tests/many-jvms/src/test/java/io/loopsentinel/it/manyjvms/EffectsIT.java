package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.store.redis.RedisServer;
import java.time.Duration;
import java.util.List;

/** A tool whose effect happens once, called in three JVMs. */
class EffectsIT extends RedisTest {

  private static final int PODS = 3;
  private static final String ONCE = "overrides: {search: {effect: once}}";

  @OnEachJdk(17)
  void of48EqualCallsAtOnceOneRuns(Jdk jdk) {
    try (Pods pods = pods(jdk)) {
      // On a busy machine a first call may run before the guards are built.
      List<String> unused = pods.askAll("call", "first call");
      for (int round = 0; round < 20; round++) {
        int ran =
            pods.askAll("crowd", "round" + round + " 16").stream()
                .mapToInt(result -> Integer.parseInt(result.substring(0, result.indexOf(' '))))
                .sum();
        assertThat(ran).isOne();
      }
    }
  }

  @OnEachJdk(17)
  void anEffectIsKnownInTheOtherJvms(Jdk jdk) {
    try (Pods pods = pods(jdk)) {
      assertThat(pods.ask(0, "call", "conversation lamps")).isEqualTo("books about lamps");

      assertThat(pods.ask(1, "call", "conversation lamps"))
          .startsWith("loop-detected: ")
          .contains("was done at ");
      assertThat(pods.ask(1, "call", "conversation chairs")).isEqualTo("books about chairs");
      assertThat(pods.ask(2, "call", "another lamps")).isEqualTo("books about lamps");
    }
  }

  @OnEachJdk(17)
  void aCallWhoseJvmWasKilledIsNotRepeated(Jdk jdk) {
    try (Pods pods = pods(jdk)) {
      int unused = pods.send(0, "call", "conversation hanging");
      pods.program(0).awaitOutput(output -> output.contains("hanging"), Duration.ofMinutes(1));
      pods.kill(0);

      assertThat(pods.ask(1, "call", "conversation hanging")).contains("its outcome is unknown");
      assertThat(pods.program(1).standardOutput().lines()).doesNotContain("hanging");
    }
  }

  @OnEachJdk(17)
  void noEffectHappensWhileTheStoreIsAway(Jdk jdk) {
    try (Pods pods = pods(jdk)) {
      server.kill();

      assertThat(pods.ask(0, "call", "conversation lamps")).contains("cannot be checked");

      server.restart();
      RedisServer.await(() -> pods.ask(0, "call", "conversation lamps").startsWith("books"));
      assertThat(pods.ask(1, "call", "conversation lamps")).contains("was done at ");
    }
  }

  private Pods pods(Jdk jdk) {
    return Pods.start(PODS, jdk, folder, Pods.redis(server.uri()), ONCE);
  }
}
