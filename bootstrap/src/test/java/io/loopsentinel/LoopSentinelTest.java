package io.loopsentinel;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopSentinel.Subscription;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "loop-detected: find has already run 3 times.",
        "\"loop-detected: find has already run 3 times.\"",
        "Error: loop-detected: find has already run 3 times.",
        "{\"isError\":true,\"text\":\"loop-detected: find has already run 3 times.\"}",
      })
  void recognisesAHintAsFrameworksShowIt(String result) {
    assertThat(LoopSentinel.isHint(result)).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "3 orders",
        "[]\n\nloop-detected: find has run 3 times.",
        "\"[]\\n\\nloop-detected: find has run 3 times.\"",
        "The log of the build server has these words: loop-detected: twice.",
      })
  void takesNoAnswerForAHint(@Nullable String result) {
    assertThat(LoopSentinel.isHint(result)).isFalse();
  }
}
