package io.loopsentinel;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopSentinel.Subscription;
import org.junit.jupiter.api.Test;

/** The API in a JVM that no agent guards. */
class LoopSentinelTest {

  @Test
  void doesNothingAndSaysSo() {
    assertThat(LoopSentinel.isActive()).isFalse();
    assertThat(LoopSentinel.sessions()).isEmpty();
    assertThat(LoopSentinel.reset("s")).isFalse();
    assertThat(LoopSentinel.tell("s", "Look here.")).isFalse();
    try (Subscription subscription = LoopSentinel.subscribe(event -> {})) {
      assertThat(subscription.isActive()).isFalse();
    }
    try (Subscription subscription = LoopSentinel.beforeAction(event -> null)) {
      assertThat(subscription.isActive()).isFalse();
    }
  }
}
