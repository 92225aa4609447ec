package io.loopsentinel.agent.guard;

import static io.loopsentinel.agent.guard.GuardedDesk.quoted;
import static io.loopsentinel.agent.guard.GuardedDesk.said;
import static io.loopsentinel.agent.guard.GuardedDesk.values;
import static io.loopsentinel.agent.guard.GuardedDesk.yaml;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.agent.guard.GuardedDesk.Desk;
import io.loopsentinel.agent.guard.GuardedDesk.Memory;
import io.loopsentinel.targets.fixture.Cases;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages about expressions that do not fit the values of a call, word for word. */
class ExpressionFailuresTest {

  /** Values of the third parameter by their names in a table. */
  private static final Map<String, @Nullable Object> ANY =
      Map.of(
          "5", 5, "text", "text", "memory", new Memory(), "[null]", Arrays.asList((Object) null));

  @ParameterizedTest
  @MethodSource
  void saysWhichPartOfAnExpressionMetWhat(String call, String message) {
    String any = call.substring(0, call.indexOf(": "));
    String expression = call.substring(any.length() + 2);
    GuardedCalls calls =
        GuardedCalls.of(Desk.class, yaml("tool", "dispatch", "args", quoted(expression)));
    Guard guard = calls.guard("dispatch");

    assertThatThrownBy(() -> guard.apply(new Desk(), values(ANY.get(any))))
        .extracting(failure -> said(String.valueOf(failure.getMessage())))
        .isEqualTo(
            "target t (test:3:7) on Desk.dispatch(Request, Map, Object, List, Memory): test:7:"
                + message);
  }

  static Stream<Arguments> saysWhichPartOfAnExpressionMetWhat() {
    return Cases.of(
        """
        null: arg0.context.id
            26: arg0.context is null at column 13 of `arg0.context.id`; write `arg0.context?.id`
            if it may be absent
        [null]: arg2[*].x
            21: an element of arg2[*] is null at column 8 of `arg2[*].x`; write `arg2[*]?.x` if
            it may be absent
        null: arg3[5]
            18: arg3 has 2 elements, there is none at [5] (column 5 of `arg3[5]`)
        null: arg3['a']
            18: arg3 requires an integer in [ ] (column 5 of `arg3['a']`)
        null: arg1[null]
            18: arg1 is a java.util.TreeMap, which does not accept null as a key (column 5 of
            `arg1[null]`)
        null: arg1[1]
            18: arg1 is a java.util.TreeMap, which does not accept java.lang.Integer as a key
            (column 5 of `arg1[1]`)
        5: arg2['k']
            18: a java.lang.Integer does not support [ ]: it is not a Map, List or array and has
            no method get(key) (column 5 of `arg2['k']`)
        text: arg2[*]
            18: arg2 is a java.lang.String; [*] takes a collection, a Map or an array (column 5
            of `arg2[*]`)
        memory: arg2.nosuch
            18: Memory has no member "nosuch"; it has read(), secret (column 5 of `arg2.nosuch`)
        memory: arg2.nosuch()
            18: Memory has no method "nosuch"; it has read() (column 5 of `arg2.nosuch()`)
        memory: arg2.read(1)
            18: read cannot take (Integer); Memory has read() (column 5 of `arg2.read(1)`)
        null: HERERequest::twice(arg2)
            63: null cannot be passed as argument 1 of twice(int), a int; in
            `Request::twice(arg2)`
        text: HERERequest::twice(arg2)
            63: a java.lang.String cannot be passed as argument 1 of twice(int), a int; in
            `Request::twice(arg2)`
        5: append(arg2, 1)
            21: append( ) takes a collection, an array or null as its list, not a
            java.lang.Integer (column 8 of `append(arg2, 1)`)
        """);
  }

  @Test
  void saysThatListsAreOfDifferentLengths() {
    GuardedCalls calls =
        GuardedCalls.of(
            Desk.class,
            yaml("tool", "dispatch", "args", quoted("arg1[*]")).replace("method\n", "'arg3[*]'\n"));
    Guard guard = calls.guard(Desk.class, "dispatch");

    assertThatThrownBy(() -> guard.apply(new Desk(), values(null)))
        .hasMessageEndingWith(
            ": test:7:14: tool gives 2 values and args 1; both lists have to be equally long; in"
                + " `arg1[*]`");
  }
}
