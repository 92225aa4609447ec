package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.hook.Hook;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of one caller that throw when they are read, beside the calls of all others. */
class HostileValuesTest {

  /** What a framework is called with, and what it gives back. */
  public record Request(
      Object tool, Object args, Object session, Object label, Object text, Object tokens) {

    Request with(String member, Object value) {
      return new Request(
          member.equals("tool") ? value : tool,
          member.equals("args") ? value : args,
          member.equals("session") ? value : session,
          member.equals("label") ? value : label,
          member.equals("text") ? value : text,
          member.equals("tokens") ? value : tokens);
    }
  }

  /** A framework whose methods take and give any object. */
  interface Framework {
    Object dispatch(Request request);

    Object ask(Request request);

    Object run(Request request);
  }

  private static final Request HONEST = new Request("search", "{}", "honest", "ann", "hello", 7);

  private final GuardedCalls calls =
      GuardedCalls.of(
          Framework.class,
          """
          sentinel:
            targets:
              - {name: d, kind: tool, type: TYPE, method: dispatch, tool: arg0.tool, args: arg0.args, session: arg0.session, labels: {user: arg0.label}}
              - {name: t, kind: turn, type: TYPE, method: ask, session: arg0.session, text: return.text, model: return.label, input_tokens: return.tokens}
              - {name: r, kind: run, type: TYPE, method: run, session: arg0.session}
          """);

  private final Map<String, Guard> guards = new HashMap<>();

  static Stream<Arguments> harm() {
    return Stream.<Function<String, Error>>of(AssertionError::new, NoSuchMethodError::new)
        .flatMap(error -> Stream.of(text(error), object(error), list(error)))
        .flatMap(
            value ->
                Stream.of("tool", "args", "session", "label", "text", "tokens")
                    .map(member -> Arguments.of(member, value)));
  }

  @ParameterizedTest
  @MethodSource("harm")
  void leaveTheCallsOfOthersGuarded(String member, Object value) {
    Request hostile = HONEST.with("session", "hostile").with(member, value);

    for (int i = 0; i < 100; i++) {
      for (String method : List.of("dispatch", "ask", "run")) {
        call(method, hostile, hostile);
      }
    }

    for (int i = 0; i < 3; i++) {
      assertThat(call("dispatch", HONEST, "ran")).isEqualTo("ran");
      call("ask", HONEST, HONEST);
    }
    assertThat(call("dispatch", HONEST, "ran")).asString().startsWith("loop-detected");
    assertThat(calls.log()).doesNotContain("is switched off");
  }

  @ParameterizedTest
  @MethodSource("harm")
  void leaveTheCallsOfOthersGuardedWhenAToolReturnsThem(String ignored, Object value) {
    for (int i = 0; i < 100; i++) {
      assertThat(call("dispatch", HONEST.with("session", "s" + i), value)).isSameAs(value);
    }

    for (int i = 0; i < 3; i++) {
      call("dispatch", HONEST, "ran");
    }
    assertThat(call("dispatch", HONEST, "ran")).asString().startsWith("loop-detected");
    assertThat(calls.log()).doesNotContain("is switched off");
  }

  /** Calls a method as the hook does. */
  private @Nullable Object call(String method, Request request, @Nullable Object returned) {
    Guard guard = guards.computeIfAbsent(method, name -> calls.guard(name));
    Object verdict;
    try {
      verdict = guard.apply(null, new Object[] {request});
    } catch (Throwable failure) {
      calls.telemetry().failures().accept(failure);
      return returned;
    }
    if (verdict instanceof Throwable stopped) {
      throw new AssertionError(stopped);
    }
    return Hook.exit(verdict, returned, null);
  }

  private static CharSequence text(Function<String, Error> error) {
    return new CharSequence() {
      @Override
      public int length() {
        throw error.apply("length");
      }

      @Override
      public char charAt(int index) {
        throw error.apply("charAt");
      }

      @Override
      public CharSequence subSequence(int start, int end) {
        throw error.apply("subSequence");
      }

      @Override
      public String toString() {
        throw error.apply("toString");
      }
    };
  }

  private static Object object(Function<String, Error> error) {
    return new Object() {
      @Override
      public String toString() {
        throw error.apply("toString");
      }

      @Override
      public boolean equals(Object other) {
        throw error.apply("equals");
      }

      @Override
      public int hashCode() {
        throw error.apply("hashCode");
      }
    };
  }

  private static List<Object> list(Function<String, Error> error) {
    return new AbstractList<>() {
      @Override
      public Object get(int index) {
        throw error.apply("get");
      }

      @Override
      public int size() {
        throw error.apply("size");
      }

      @Override
      public String toString() {
        throw error.apply("toString");
      }
    };
  }
}
