package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProjectionTest {

  record ToolCall(String name, Optional<String> id) {}

  record Message(String text, @Nullable List<ToolCall> calls) {}

  private static final ToolCall SEARCH = new ToolCall("search", Optional.of("1"));
  private static final ToolCall FETCH = new ToolCall("fetch", Optional.empty());
  private static final List<Message> MESSAGES =
      List.of(
          new Message("a", List.of(SEARCH, FETCH)),
          new Message("b", null),
          new Message("c", List.of(FETCH)));

  private final GuardedCall call = GuardedCall.withObject(MESSAGES);

  @Test
  void readsTheRestOfThePathFromEachElement() throws Throwable {
    assertThat(call.evaluate("arg0[*]")).isEqualTo(MESSAGES);
    assertThat(call.evaluate("arg0[*].text")).isEqualTo(List.of("a", "b", "c"));
    assertThat(call.evaluate("arg0[*].text.length()")).isEqualTo(List.of(1, 1, 1));
    assertThat(call.evaluate("(arg0[*].text)[1]")).isEqualTo("b");
  }

  @Test
  void keepsThePlaceOfNulls() throws Throwable {
    GuardedCall calls = GuardedCall.withObject(new ToolCall[] {SEARCH, FETCH, null});

    assertThat(calls.evaluate("arg0[*]?.id")).isEqualTo(Arrays.asList("1", null, null));
  }

  @Test
  void makesOneListOfNestedOnes() throws Throwable {
    assertThat(call.evaluate("arg0[*].calls?.[*].name"))
        .isEqualTo(List.of("search", "fetch", "fetch"));
    assertThat(GuardedCall.withObject(List.of(List.of(1, 2), List.of(3))).evaluate("arg0[*][*]"))
        .isEqualTo(List.of(1, 2, 3));
  }

  @Test
  void takesCollectionsMapsAndArraysOfAnyKind() throws Throwable {
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put("a", 1);
    map.put("b", 2);

    assertThat(GuardedCall.withObject(map).evaluate("arg0[*]")).isEqualTo(List.of(1, 2));
    assertThat(GuardedCall.withObject(map.keySet()).evaluate("arg0[*]"))
        .isEqualTo(List.of("a", "b"));
    assertThat(GuardedCall.withObject(new long[] {7, 8}).evaluate("arg0[*]"))
        .isEqualTo(List.of(7L, 8L));
    assertThat(GuardedCall.withObject(List.of()).evaluate("arg0[*].name")).isEqualTo(List.of());
  }

  @Test
  void rejectsProjectionOfNonCollection() {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> GuardedCall.withObject(5).evaluate("arg0[*]"))
        .withMessage(
            "arg0 is a java.lang.Integer; [*] takes a collection, a Map or an array"
                + " (column 5 of `arg0[*]`)");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("message[*]"))
        .withMessage("message is a java.lang.String; [*] takes a collection, a Map or an array");
  }

  @Test
  void readsNoMoreThanManyElements() {
    for (Object many :
        List.of(Collections.nCopies(200_000, SEARCH), new int[200_000], new Endless())) {
      assertThatExceptionOfType(EvaluationException.class)
          .isThrownBy(() -> GuardedCall.withObject(many).evaluate("arg0[*]"))
          .withMessageContaining("has more than 100000 elements");
    }
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(
            () ->
                GuardedCall.withObject(Collections.nCopies(1_000, new int[1_000]))
                    .evaluate("arg0[*][*]"))
        .withMessageContaining("has more than 100000 elements");
  }

  private static final class Endless implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Stream.generate(() -> "again").iterator();
    }
  }
}
