package io.loopsentinel.agent.guard.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.expression.KeyScope;
import io.loopsentinel.targets.expression.SharedKey;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A key is the same in all JVMs if, and only if, the type of its expression says so. */
class SessionKeysTest {

  private static final SessionKeys KEYS = new SessionKeys();

  record Conversation(String tenant, int number) {}

  static class Chat {}

  @ParameterizedTest
  @MethodSource
  void areTheSameInAllJvms(Object value) {
    assertThat(scope(value)).isEqualTo(KeyScope.ALL_JVMS);
    assertThat(KEYS.keyOf(value)).asString().doesNotContain(ServiceInstance.ID);
  }

  static Stream<Object> areTheSameInAllJvms() {
    return Stream.of(
        "c-7",
        7,
        7L,
        (short) 7,
        UUID.randomUUID(),
        Thread.State.NEW,
        Locale.ENGLISH,
        new Conversation("acme", 7),
        new SharedKey("c-7"),
        Arrays.asList("acme", 7));
  }

  @ParameterizedTest
  @MethodSource
  void belongToThisJvm(Object value) {
    assertThat(scope(value)).isEqualTo(KeyScope.THIS_JVM);
    assertThat(KEYS.keyOf(value)).asString().endsWith(ServiceInstance.ID);
  }

  static Stream<Object> belongToThisJvm() {
    return Stream.of(new Chat(), new Object() {}, new int[0]);
  }

  @ParameterizedTest
  @MethodSource("areTheSameInAllJvms")
  void ofAProfileBelongToThisJvmUnlessTheyAreShared(Object value) {
    Object own = KEYS.keyOf(value, null, true);

    assertThat(own).hasToString(String.valueOf(KEYS.keyOf(value)));
    assertThat(own).isEqualTo(KEYS.keyOf(value, null, true));
    assertThat(Objects.equals(own, KEYS.keyOf(value))).isEqualTo(value instanceof SharedKey);
  }

  @Test
  void ofAProfileInTheRunOfAConversationIsTheConversation() {
    assertThat(KEYS.keyOf("c-7", "c-7", true)).isEqualTo("c-7");
  }

  @Test
  void ofAnIdThatNamesTheQuestionOfAProfileIsTheQuestion() {
    UUID question = UUID.randomUUID();
    Object run = KEYS.keyOf(question, null, true);

    assertThat(KEYS.keyOf(question, run, true)).isEqualTo(run);
    assertThat(KEYS.keyOf(question.toString(), run, false)).isEqualTo(run);
    assertThat(KEYS.keyOf("c-7", run, false)).isEqualTo("c-7");
  }

  private static KeyScope scope(Object value) {
    Expression expression = Expression.parse("arg0");
    return KeyScope.of(expression, operand -> value.getClass()).getOrDefault("arg0", KeyScope.RUN);
  }
}
