package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One framework's dispatch within another's: one call under two names, or two calls. */
class NestedNamesTest {

  /** A framework, and a client that it calls. */
  interface Frameworks {
    String callback(String tool, Object arguments, String conversation);

    String client(String tool, Object arguments);
  }

  private final GuardedCalls calls = configured("");
  private final Guard callback = calls.guard("callback");
  private final Guard client = calls.guard("client");

  @ParameterizedTest
  @CsvSource({
    "client_search, search",
    "client_get_weather, get-weather",
    "get_weather, get-weather",
    "search, server.search",
    "mcp__files__read, read",
    "search, search"
  })
  void isOneCallUnderTwoNames(String outer, String inner) throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(nested(outer, "{\"q\": 1}", inner, Map.of("q", 1.0))).isEqualTo("ran");
    }

    // Three were recorded, under the outer name; the inner one has no call of its own.
    assertThat(nested(outer, "{\"q\":1}", inner, Map.of("q", 1)))
        .asString()
        .startsWith("loop-detected: " + outer + " ");
    assertThat(calls.log()).contains("in session s").doesNotContain("in session thread");
  }

  @ParameterizedTest
  @CsvSource({
    "client_search, 1, search, 2", // an agent as a tool, which asks for something else
    "research, 1, search, 1",
    "ask_search_agent, 1, search, 1",
    "client_search, 1, find, 1",
    "client_search, 1, '', 1"
  })
  void areTwoCalls(String outer, String outerQuery, String inner, String innerQuery)
      throws Exception {
    for (int i = 0; i < 3; i++) {
      nested(outer + i, outerQuery, inner, innerQuery);
    }

    assertThat(nested(outer, outerQuery, inner, innerQuery))
        .asString()
        .startsWith("ran\n\nloop-detected: " + inner + " was called 4 times");
  }

  @Test
  void comparesArgumentsByTheRuleOfTheOuterName() throws Exception {
    GuardedCalls ignoring =
        configured("overrides: {client_search: {identity: {ignore: [request_id]}}}");
    Guard outer = ignoring.guard("callback");
    Guard inner = ignoring.guard("client");

    for (int i = 0; i < 3; i++) {
      outer.call(() -> "ran", "search", Map.of(), "s");
    }

    // By itself this would be the fourth; the outer name's rule leaves request_id out, so it is
    // not.
    Object nested =
        outer.call(
            () -> inner.call(() -> "ran", "search", Map.of()),
            "client_search",
            Map.of("request_id", 9),
            "s");

    assertThat(nested).isEqualTo("ran");
  }

  @Test
  void leavesTheInnerCallOfAnExemptOneAlone() throws Exception {
    GuardedCalls exempting = configured("overrides: {client_poll: {exempt: true}}");
    Guard outer = exempting.guard("callback");
    Guard inner = exempting.guard("client");

    for (int i = 0; i < 10; i++) {
      Object result =
          outer.call(
              () -> inner.call(() -> "ran", "poll", Map.of("job", 7)),
              "client_poll",
              Map.of("job", 7),
              "s");
      assertThat(result).isEqualTo("ran");
    }
  }

  private static GuardedCalls configured(String section) {
    return GuardedCalls.of(
        Frameworks.class,
        """
        sentinel:
          SECTION
          targets:
            - {name: a, kind: tool, type: TYPE, method: callback, tool: arg0, args: arg1, session: arg2}
            - {name: b, kind: tool, type: TYPE, method: client, tool: arg0, args: arg1}
        """
            .replace("SECTION", section));
  }

  private @Nullable Object nested(String outer, Object outerArgs, String inner, Object innerArgs)
      throws Exception {
    return callback.call(() -> client.call(() -> "ran", inner, innerArgs), outer, outerArgs, "s");
  }
}
